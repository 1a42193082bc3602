// A finding: both models side by side, what differs, the numbers, a script, the command that shows it again.
function copyButton(name, text) {
  const button = element('button', {type: 'button', class: 'button', 'aria-label': `Copy: ${name}`}, 'Copy');
  const say = element('span', {class: 'said', role: 'status'});
  button.addEventListener('click', async () => {
    let copied = false;
    try {
      await navigator.clipboard.writeText(text);
      copied = true;
    } catch {  // a page from a file may not be let
      const area = element('textarea', {'aria-hidden': 'true'});
      area.value = text;
      document.body.append(area);
      area.select();
      copied = document.execCommand('copy');
      area.remove();
      button.focus();
    }
    say.textContent = copied ? 'Copied' : 'Not allowed';
    setTimeout(() => { say.textContent = ''; }, 2000);
  });
  return [button, say];
}

function code(title, text, wrap) {
  if (!text) return null;
  return element('div', {}, element('div', {class: 'over'}, element('h4', {}, title), ...copyButton(title, text)),
    element('pre', {class: wrap ? 'wrap' : null, tabindex: '0', role: 'region', 'aria-label': title}, text));
}

// Drawings are parsed as SVG and stripped of everything that is not drawing.
const DRAWING = new Set(['svg', 'g', 'title', 'polygon', 'polyline', 'path', 'ellipse', 'text', 'tspan', 'a']);
function parsedDrawing(text) {
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (svg.localName !== 'svg') return null;
  for (const node of [...svg.querySelectorAll('*')]) {
    if (!DRAWING.has(node.localName)) { node.remove(); continue; }
    for (const attribute of [...node.attributes]) {
      // Two drawings of a page have the same ids.
      if (/^(on.*|id|(.*:)?href)$/i.test(attribute.name)) node.removeAttribute(attribute.name);
    }
  }
  return document.importNode(svg, true);
}
function drawing(title, svg, otherwise) {
  const drawn = svg ? parsedDrawing(svg) : null;
  const box = element('div', {class: 'drawing', tabindex: '0', role: 'region', 'aria-label': title});
  if (drawn !== null) {
    drawn.setAttribute('role', 'img');
    drawn.setAttribute('aria-label', `${title}, drawn; the graph as text is below`);
    box.append(drawn);
  } else {
    box.append(element('pre', {class: 'wrap'}, otherwise || 'not drawn'));
  }
  return element('figure', {}, element('figcaption', {}, title), box);
}

function numbersText(n) {
  const lines = [];
  n.inputs.forEach((value, i) => lines.push(`input ${i} = ${JSON.stringify(value)}`));
  n.weights.forEach((value, i) => lines.push(`weight ${i} = ${JSON.stringify(value)}`));
  lines.push(`${n.of} ${n.output} of the original = ${JSON.stringify(n.original[n.output])}`);
  lines.push(`${n.of} ${n.output} of the clone    = ${JSON.stringify(n.clone[n.output])}`);
  return lines.join('\n');
}

function findingBody(finding) {
  const view = finding.view;
  const parts = [
    `${plural(finding.count, 'case')}, the first is case ${number(finding.first_case)}`,
    `the witness has ${plural(finding.calls, 'call')}`,
    finding.minimality,
  ];
  if (finding.implied.length > 0) parts.push(`also fails: ${finding.implied.join(', ')}`);
  const differ = view.original || view.clone
    ? code(view.what ? `Where they differ: ${view.what}` : 'Where they differ',
           `original: ${view.original}\nclone:    ${view.clone}`, true)
    : null;
  const children = [
    element('p', {}, parts.join('; '), '.'),
    finding.how ? element('p', {}, 'Since the baseline: ', finding.how, '.') : null,
    finding.known ? element('p', {}, 'Known: ', finding.known) : null,
    element('div', {class: 'pair'},
      drawing('Original', view.original_svg, view.text || view.problem),
      drawing('Clone', view.clone_svg, finding.error || view.clone_problem)),
    view.marked ? element('p', {class: 'legend'},
      'Thick and red: ', element('b', {}, view.marked), ', where the two part.') : null,
    code('Error', finding.error, true),
    differ,
    finding.numbers ? code('The numbers', numbersText(finding.numbers), false) : null,
    code('The graph', view.text, false),
    code('Python', view.python, false),
    code('Replay', finding.replay, true),
    code('The witness as a case', JSON.stringify(finding.witness), true),
  ];
  return element('div', {class: 'body'}, ...children.filter((child) => child !== null));
}
