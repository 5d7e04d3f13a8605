// base.js -- building elements, and showing names that strangers chose.
//
// Nothing here or elsewhere ever parses a text as HTML: names become text nodes.

const byId = (id) => document.getElementById(id);

// el("td", {class: "x", onclick: f, "aria-label": "y"}, child, "text", ...)
function el(tag, props, ...kids) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") node.className = value;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "value") node.value = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  append(node, kids);
  return node;
}

function append(node, kids) {
  for (const kid of [kids].flat(Infinity))
    if (kid !== null && kid !== undefined && kid !== false) node.append(kid);
  return node;
}

function svg(tag, attributes, ...kids) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes || {}))
    node.setAttribute(key, value);
  return append(node, kids);
}

// ---- Names. ----

// Characters that show nothing, or change how their neighbours are shown.
const hostile =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]/gu;

const codeOf = (c) => "U+" + c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");

// As plain text, for attributes.
const plain = (text) => text.replace(hostile, (c) => `<${codeOf(c)}>`);

// The beginning and the end of a long text.
function clip(text, limit) {
  const all = Array.from(text.length > 4 * limit
    ? text.slice(0, 2 * limit) + text.slice(-2 * limit) : text);
  if (all.length <= limit) return text;
  const tail = Math.floor(limit / 3);
  return all.slice(0, limit - tail - 1).join("") + "…" + all.slice(-tail).join("");
}

// A name as an element of its own direction; hostile characters are spelt out.
function name(text, limit = 80) {
  const shown = clip(text, limit);
  const node = el("bdi", { class: "name" });
  if (shown !== text) node.title = plain(clip(text, 1000));
  let from = 0;
  for (const match of shown.matchAll(hostile)) {
    node.append(shown.slice(from, match.index),
                el("span", { class: "ctl" }, codeOf(match[0])));
    from = match.index + match[0].length;
  }
  node.append(shown.slice(from));
  return node;
}

// The same where all of it must be within reach.
function wholeName(text, limit = 160) {
  if (text.length <= limit) return name(text, limit);
  const holder = el("span", {});
  const show = (all) => holder.replaceChildren(
    name(text, all ? Infinity : limit), " ",
    el("button", { type: "button", class: "more", "aria-expanded": String(all),
                   onclick: () => show(!all) },
       all ? "show less" : `show all ${count(text.length)} characters`));
  show(false);
  return holder;
}

const names = (list, limit) =>
  list.flatMap((text, i) => (i ? [", ", name(text, limit)] : [name(text, limit)]));

// ---- Numbers and words. ----

const count = (n) => n.toLocaleString("en");
const plural = (n, one, many) => `${count(n)} ${n === 1 ? one : many || one + "s"}`;

function duration(us) {
  if (us < 1e3) return `${us} µs`;
  if (us < 1e6) return `${+(us / 1e3).toPrecision(3)} ms`;
  if (us < 60e6) return `${+(us / 1e6).toPrecision(3)} s`;
  const minutes = Math.floor(us / 60e6);
  if (minutes < 60) return `${minutes}:${String(Math.floor((us % 60e6) / 1e6)).padStart(2, "0")} min`;
  return `${count(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

// R(l1) W'(l2); in R_reader(l1), of automata with names of their own, what comes after _
// is a subscript.
function formula(text) {
  const node = el("span", { class: "formula" });
  for (const word of text.split(" ")) {
    const match = /^([A-Za-z]+)_([^(]+)(\(.*\))?$/.exec(word);
    if (node.childNodes.length) node.append(" ");
    node.append(match
      ? el("span", {}, match[1], el("sub", {}, match[2]), match[3] || "") : word);
  }
  return node;
}

const announce = (text) => { byId("live").textContent = text; };
