// circle.js -- the circle of a deadlock: who waits for which lock, and who holds that.
//
// Processes are boxes, locks are rounded; an arrow leads from a process to the lock that
// it waits for, and from a lock to the process that holds it.  All of them stand on an
// ellipse, clockwise.  src/explain/draw_circle.c draws the same.

const circleBox = 26, circleGap = 36, circleTip = 8, circleLetters = 24;

// How much of the way from A to B is within A's box.
function partInside(a, b) {
  const dx = Math.abs(b.x - a.x), dy = Math.abs(b.y - a.y);
  return Math.min(dx ? a.width / 2 / dx : 1, dy ? circleBox / 2 / dy : 1);
}

function circleArrow(a, b) {
  const dx = b.x - a.x, dy = b.y - a.y, length = Math.hypot(dx, dy);
  const from = partInside(a, b), to = 1 - partInside(b, a) - 2 / length;
  const tip = { x: a.x + to * dx, y: a.y + to * dy };
  const back = { x: tip.x - circleTip * dx / length, y: tip.y - circleTip * dy / length };
  const side = { x: -circleTip / 2 * dy / length, y: circleTip / 2 * dx / length };
  return [
    svg("path", { class: "join", d: `M${a.x + from * dx} ${a.y + from * dy}L${back.x} ${back.y}` }),
    svg("path", { class: "join-head", d: `M${tip.x} ${tip.y}L${back.x + side.x} ${back.y + side.y}`
      + `L${back.x - side.x} ${back.y - side.y}Z` })];
}

function circleNode(node) {
  const { x, y, width, lane, label, whole } = node;
  return svg("g", { class: lane === null ? "ring-lock" : `ring-process lane${lane % 6}` },
    svg("title", {}, plain(clip(whole, 200))),
    svg("rect", { x: x - width / 2, y: y - circleBox / 2, width, height: circleBox,
                  rx: lane === null ? circleBox / 2 : 4 }),
    svg("text", { x, y: y + 4.5, direction: "ltr" }, plain(label)));
}

// The picture, or null for a violation that is no deadlock.
function circlePicture(violation) {
  const { processes, locks } = violation;
  if (!locks || locks.length < 2 || locks.length !== processes.length) return null;
  const nodes = processes.flatMap((process, i) =>
    [[process, i], [locks[i], null]].map(([whole, lane]) => {
      const label = clip(whole, circleLetters);
      return { whole, label, lane, width: 20 + 7.8 * Array.from(label).length };
    }));
  const widest = Math.max(...nodes.map((node) => node.width));
  const turn = Math.sin(2 * Math.PI / nodes.length);
  const across = (widest + circleGap) / turn;
  const down = Math.min((circleBox + circleGap) / turn, across);
  nodes.forEach((node, i) => {
    const angle = 2 * Math.PI * i / nodes.length - Math.PI / 2;
    node.x = across + widest / 2 + 2 + across * Math.cos(angle);
    node.y = down + circleBox / 2 + 2 + down * Math.sin(angle);
  });
  const width = Math.ceil(2 * across + widest) + 4, height = Math.ceil(2 * down + circleBox) + 4;
  const says = processes.map((process, i) =>
    `${process} waits for ${locks[i]}, which ${processes[(i + 1) % processes.length]} holds`).join("; ");
  const picture = svg("svg", { class: "circle", width, height, viewBox: `0 0 ${width} ${height}`,
                               role: "img", "aria-label": plain(clip(says, 2000)) },
    nodes.map((node, i) => circleArrow(node, nodes[(i + 1) % nodes.length])),
    nodes.map(circleNode));
  return el("figure", { class: "circle-box" }, picture);
}
