// circle.js -- the circle of a deadlock: who waits for which lock, and who holds that.
//
// Processes are boxes, locks are rounded; an arrow leads from a process to the lock that
// it waits for, and from a lock to the process that holds it.  All of them stand on an
// ellipse, clockwise.  src/explain/draw_circle.c draws the same.

const circleBox = 26, circleGap = 36, circleTip = 8, circleLetters = 20;
const widthOf = (text) => Array.from(text).reduce((sum, c) => sum + (c < "\u1100" ? 8.8 : 15), 0);
const circleLeast = 0.8; // smaller than this it can be scrolled, and still be read

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
  const { x, y, width, lane, colour, label, whole } = node;
  return svg("g", { class: lane === null ? `ring-lock lock${colour % 6}` : `ring-process lane${lane % 6}` },
    svg("title", {}, plain(clip(whole, 200))),
    svg("rect", { x: x - width / 2, y: y - circleBox / 2, width, height: circleBox,
                  rx: lane === null ? circleBox / 2 : 4 }),
    svg("text", { x, y: y + 4.5, direction: "ltr" }, label));
}

// The picture, or null for a violation that is no deadlock.  Locks have the colours of their
// bars in the timeline.
function circlePicture(violation) {
  const { processes, locks } = violation;
  if (!locks || locks.length < 2 || locks.length !== processes.length) return null;
  const { lockNames } = violation.steps ? analyse(violation) : { lockNames: locks };
  const nodes = processes.flatMap((process, i) =>
    [[process, i], [locks[i], null]].map(([whole, lane]) => {
      const label = clip(plain(whole), circleLetters);
      const colour = Math.max(0, lockNames.indexOf(whole));
      return { whole, label, lane, colour, width: 22 + widthOf(label) };
    }));
  const widest = Math.max(...nodes.map((node) => node.width));
  const turn = Math.sin(2 * Math.PI / nodes.length);
  const across = (widest + circleGap) / turn;
  const down = Math.min((circleBox + circleGap) / turn, across);
  nodes.forEach((node, i) => {
    const angle = 2 * Math.PI * i / nodes.length - Math.PI / 2;
    node.x = across * Math.cos(angle);
    node.y = down * Math.sin(angle);
  });
  // As wide as what is drawn: then it is in the middle, also if one name is longer than the rest.
  const left = Math.min(...nodes.map((node) => node.x - node.width / 2)) - 2;
  const right = Math.max(...nodes.map((node) => node.x + node.width / 2)) + 2;
  const top = -down - circleBox / 2 - 2;
  const width = Math.ceil(right - left), height = Math.ceil(-2 * top);
  const says = processes.map((process, i) =>
    `${process} waits for ${locks[i]}, which ${processes[(i + 1) % processes.length]} holds`).join("; ");
  const picture = svg("svg", { class: "circle", width, height, viewBox: `${left} ${top} ${width} ${height}`,
                               role: "img", "aria-label": plain(clip(says, 2000)) },
    nodes.map((node, i) => circleArrow(node, nodes[(i + 1) % nodes.length])),
    nodes.map(circleNode));
  picture.style.minWidth = `${Math.round(width * circleLeast)}px`;
  return el("figure", { class: "circle-box" }, picture);
}
