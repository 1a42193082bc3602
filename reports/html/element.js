// What pages are made of: elements, numbers as people read them. Texts go into a page as text, never as HTML.
const byId = (id) => document.getElementById(id);
const number = (n) => n.toLocaleString('en-US');
const plural = (n, word) => `${number(n)} ${word}${n === 1 ? '' : 's'}`;
const percent = (share) => `${(100 * share).toFixed(1)} %`;

// Marks that turn the direction of text hide what a name is: they are shown by number.
const visible = (text) => String(text).replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
  (mark) => `⟨U+${mark.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);

// `attributes` that are null, undefined or false are left out; `on` has handlers by event. So are children that
// are null or undefined.
function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === 'on') {
      for (const [event, handler] of Object.entries(value)) node.addEventListener(event, handler);
    } else {
      node.setAttribute(key, value === true ? '' : value);
    }
  }
  for (const child of children) {
    if (child === null || child === undefined) continue;
    node.append(child instanceof Node ? child : visible(child));
  }
  return node;
}

function svgElement(name, attributes, text) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

const pageData = () => JSON.parse(byId('data').textContent);
const headRow = (names) => element('thead', {},
  element('tr', {}, ...names.map((name) => element('th', {scope: 'col'}, name))));
