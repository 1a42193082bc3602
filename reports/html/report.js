'use strict';
// Draws the report from the data in the page. All texts of the data go into the page as text, never as
// HTML; drawings are parsed as SVG and stripped of everything that is not drawing.
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const PAGE = 200;  // findings that are drawn at a time

  const byId = (id) => document.getElementById(id);
  const number = (n) => n.toLocaleString('en-US');
  const plural = (n, word) => `${number(n)} ${word}${n === 1 ? '' : 's'}`;

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
      if (child !== null && child !== undefined) node.append(child);
    }
    return node;
  }

  // ---- The head ----------------------------------------------------------------------------------
  document.title = `clonecheck ${data.command}: ${data.fails ? 'fails' : 'passes'}`;
  byId('title').textContent = `clonecheck ${data.command}`;
  byId('verdict').textContent = data.fails ? '✗ fails' : '✓ passes';
  byId('verdict').className = data.fails ? 'fails' : 'passes';
  byId('headline').textContent = data.headline;
  const facts = [['cases', number(data.cases)], ['seed', String(data.seed)]];
  if (data.seconds !== null) {
    facts.push(['seconds', data.seconds.toFixed(1)]);
    if (data.seconds > 0) facts.push(['cases a second', number(Math.round(data.cases / data.seconds))]);
  }
  if (data.exhausted !== null) {
    facts.push(['exhausted', `${number(data.exhausted.graphs)} graphs, ${data.exhausted.max_calls} calls`]);
  }
  for (const [name, value] of facts) {
    byId('facts').append(element('div', {}, element('dt', {}, name), element('dd', {}, value)));
  }

  // ---- What is new -------------------------------------------------------------------------------
  const link = (finding) => element('a', {
    href: `#f${finding.index}`,
    on: {click: (event) => { event.preventDefault(); show(finding.index); }},
  }, finding.signature);
  data.findings.forEach((finding, index) => { finding.index = index; });
  const news = data.findings.filter((f) => f.is_new || f.state === 'changed');
  byId('news').hidden = news.length === 0;
  for (const finding of news.slice(0, PAGE)) {
    byId('news-list').append(element('li', {},
      element('span', {class: `tag ${finding.severity}`}, finding.is_new ? 'new' : 'changed'),
      link(finding), finding.how ? ` ${finding.how}` : ''));
  }
  if (news.length > PAGE) byId('news-list').append(element('li', {}, `and ${number(news.length - PAGE)} more`));
  byId('gone').hidden = data.gone.length === 0;
  for (const signature of data.gone) byId('gone-list').append(element('li', {}, signature));

  // ---- The matrix --------------------------------------------------------------------------------
  const SEVERITIES = ['error', 'warning', 'note'];
  const obligations = [...new Set(data.findings.map((f) => f.obligation))];
  function drawMatrix() {
    const table = byId('matrix');
    if (obligations.length === 0) {
      table.append(element('tbody', {}, element('tr', {},
        element('td', {class: 'good'}, 'Every obligation holds for every cloner.'))));
      return;
    }
    const head = element('tr', {}, element('th', {scope: 'col'}, 'cloner'));
    for (const name of obligations) head.append(element('th', {scope: 'col'}, name));
    table.append(element('caption', {}, 'Signatures found; choose one to see them'), element('thead', {}, head));
    const body = element('tbody');
    for (const cloner of data.cloners) {
      const row = element('tr', {}, element('th', {scope: 'row'}, cloner.name));
      for (const name of obligations) {
        const here = data.findings.filter((f) => f.cloner === cloner.name && f.obligation === name);
        if (here.length === 0) {
          row.append(element('td', {class: 'good'}, 'holds'));
          continue;
        }
        const worst = SEVERITIES.find((s) => here.some((f) => f.severity === s)) ?? 'note';
        row.append(element('td', {class: worst}, element('button', {
          type: 'button',
          'aria-label': `${cloner.name}, ${name}: ${plural(here.length, worst)}`,
          on: {click: () => choose(cloner.name, `/${name}/`)},
        }, `${number(here.length)} ${worst}`)));
      }
      body.append(row);
    }
    table.append(body);
  }
  function drawVerdicts() {
    if (data.cloners.length === 0) return;
    const names = Object.keys(data.cloners[0].verdicts);
    const head = element('tr', {}, element('th', {scope: 'col'}, 'cases'));
    for (const name of names) head.append(element('th', {scope: 'col'}, name.replaceAll('_', ' ')));
    const body = element('tbody');
    for (const cloner of data.cloners) {
      const row = element('tr', {}, element('th', {scope: 'row'}, cloner.name));
      for (const name of names) row.append(element('td', {}, number(cloner.verdicts[name] ?? 0)));
      body.append(row);
    }
    byId('verdicts').append(element('thead', {}, head), body);
  }

  // ---- A finding ---------------------------------------------------------------------------------
  function copyButton(text) {
    const button = element('button', {type: 'button', class: 'button'}, 'Copy');
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
      button.textContent = copied ? 'Copied' : 'Not allowed';
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
    return button;
  }
  function code(title, text, wrap) {
    if (!text) return null;
    return element('div', {}, element('h3', {}, title, ' ', copyButton(text)),
      element('pre', {class: wrap ? 'wrap' : null, tabindex: '0'}, text));
  }
  const DRAWING = new Set(['svg', 'g', 'title', 'polygon', 'polyline', 'path', 'ellipse', 'text', 'tspan', 'a']);
  function drawing(title, svg, otherwise) {
    const box = element('div', {class: 'drawing', tabindex: '0', role: 'img', 'aria-label': title});
    if (svg) {
      const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
      for (const node of [...parsed.querySelectorAll('*')]) {
        if (!DRAWING.has(node.localName)) { node.remove(); continue; }
        for (const attribute of [...node.attributes]) {
          if (/^on|href$/i.test(attribute.name)) node.removeAttribute(attribute.name);
        }
      }
      if (parsed.localName === 'svg') box.append(document.importNode(parsed, true));
    } else {
      box.append(element('pre', {class: 'wrap'}, otherwise || 'not drawn'));
    }
    return element('figure', {}, element('figcaption', {}, title), box);
  }
  function numbers(finding) {
    const n = finding.numbers;
    if (!n) return null;
    const lines = [];
    n.inputs.forEach((value, i) => lines.push(`input ${i} = ${JSON.stringify(value)}`));
    n.weights.forEach((value, i) => lines.push(`weight ${i} = ${JSON.stringify(value)}`));
    lines.push(`${n.of} ${n.output} of the original = ${JSON.stringify(n.original[n.output])}`);
    lines.push(`${n.of} ${n.output} of the clone    = ${JSON.stringify(n.clone[n.output])}`);
    return code('The numbers', lines.join('\n'), false);
  }
  function fill(box, finding) {
    const view = finding.view ?? {};
    const body = element('div', {class: 'body'});
    const parts = [
      `${plural(finding.count, 'case')}, the first is case ${number(finding.first_case)}`,
      `the witness has ${plural(finding.calls, 'call')}`,
      finding.minimality,
    ];
    if (finding.implied.length > 0) parts.push(`also fails: ${finding.implied.join(', ')}`);
    body.append(element('p', {}, parts.join('; '), '.'));
    if (finding.how) body.append(element('p', {}, 'Since the baseline: ', finding.how, '.'));
    if (finding.known) body.append(element('p', {}, 'Known: ', finding.known));
    body.append(element('div', {class: 'pair'},
      drawing('Original', view.original_svg, view.text || view.problem),
      drawing('Clone', view.clone_svg, finding.error || view.clone_problem)));
    const rest = [
      code('Error', finding.error, true),
      view.original || view.clone
        ? code(view.what ? `Where they differ: ${view.what}` : 'Where they differ',
               `original: ${view.original}\nclone:    ${view.clone}`, true)
        : null,
      numbers(finding),
      code('The graph', view.text, false),
      code('Python', view.python, false),
      code('Again', finding.replay, true),
      code('The witness as a case', JSON.stringify(finding.witness), true),
    ];
    for (const part of rest) if (part) body.append(part);
    box.append(body);
  }
  function draw(finding) {
    const box = element('details', {id: `f${finding.index}`},
      element('summary', {},
        element('span', {class: `tag ${finding.severity}`}, finding.severity),
        finding.state === 'same' ? null : element('span', {class: 'tag'}, finding.state),
        element('span', {class: 'signature'}, finding.signature), ' ',
        element('span', {class: 'more'}, `${plural(finding.count, 'case')}, ${plural(finding.calls, 'call')}`)));
    box.addEventListener('toggle', () => {
      if (box.open && box.children.length === 1) fill(box, finding);
    });
    return box;
  }

  // ---- Filter ------------------------------------------------------------------------------------
  const selects = {cloner: byId('cloner'), severity: byId('severity'), state: byId('state')};
  for (const [key, select] of Object.entries(selects)) {
    select.append(element('option', {value: ''}, 'all'));
    for (const value of new Set(data.findings.map((f) => f[key]))) select.append(element('option', {value}, value));
  }
  const haystack = data.findings.map((f) =>
    [f.signature, f.error, f.known, f.view?.text].filter(Boolean).join('\n').toLowerCase());
  let matching = [];
  let drawn = 0;
  function drawMore() {
    const end = Math.min(drawn + PAGE, matching.length);
    const fragment = document.createDocumentFragment();
    for (; drawn < end; ++drawn) fragment.append(draw(matching[drawn]));
    byId('list').append(fragment);
    byId('more').hidden = drawn === matching.length;
    byId('more').textContent = `Show more (${number(matching.length - drawn)} left)`;
  }
  function filter() {
    const words = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean);
    matching = data.findings.filter((f, i) => words.every((word) => haystack[i].includes(word)) &&
      Object.entries(selects).every(([key, select]) => select.value === '' || f[key] === select.value));
    byId('list').replaceChildren();
    drawn = 0;
    drawMore();
    byId('shown').textContent = matching.length === data.findings.length
      ? plural(matching.length, 'finding')
      : `${number(matching.length)} of ${plural(data.findings.length, 'finding')}`;
  }
  function choose(cloner, search) {
    for (const select of Object.values(selects)) select.value = '';
    selects.cloner.value = cloner;
    byId('search').value = search;
    filter();
    byId('findings').scrollIntoView();
    byId('search').focus();
  }
  function show(index) {
    if (!matching.some((f) => f.index === index)) {
      byId('search').value = '';
      for (const select of Object.values(selects)) select.value = '';
      filter();
    }
    while (byId(`f${index}`) === null && drawn < matching.length) drawMore();
    const box = byId(`f${index}`);
    if (box === null) return;
    box.open = true;
    box.scrollIntoView();
    box.querySelector('summary').focus();
    history.replaceState(null, '', `#f${index}`);
  }

  // ---- Plots -------------------------------------------------------------------------------------
  function svgElement(name, attributes, text) {
    const node = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    return node;
  }
  function drawCurve() {
    const firsts = data.findings.map((f) => f.first_case).sort((a, b) => a - b);
    if (firsts.length < 2 || data.cases < 2) return;
    const width = 640, height = 240, left = 48, bottom = 32, top = 12, right = 12;
    // By the logarithm: most signatures are found early.
    const x = (n) => left + (width - left - right) * Math.log1p(n) / Math.log1p(data.cases);
    const y = (k) => height - bottom - (height - bottom - top) * k / firsts.length;
    const svg = svgElement('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img',
      'aria-label': `${firsts.length} signatures, half of them by case ${firsts[firsts.length >> 1]}`});
    let path = `M ${x(0)} ${y(0)}`;
    firsts.forEach((n, k) => { path += ` L ${x(n)} ${y(k)} L ${x(n)} ${y(k + 1)}`; });
    path += ` L ${x(data.cases)} ${y(firsts.length)}`;
    const text = {fill: 'currentColor', 'font-size': 12};
    svg.append(
      svgElement('path', {d: `M ${left} ${top} V ${height - bottom} H ${width - right}`, stroke: 'currentColor', fill: 'none'}),
      svgElement('path', {d: path, stroke: 'var(--link)', 'stroke-width': 2, fill: 'none'}),
      svgElement('text', {...text, x: left - 6, y: top + 8, 'text-anchor': 'end'}, number(firsts.length)),
      svgElement('text', {...text, x: left - 6, y: height - bottom, 'text-anchor': 'end'}, '0'));
    for (let n = 1; n <= data.cases; n *= 10) {
      svg.append(svgElement('text', {...text, x: x(n), y: height - bottom + 18, 'text-anchor': 'middle'}, number(n)));
    }
    byId('curve').append(svg);
    byId('discovery').hidden = false;
  }
  function drawFeatures() {
    const features = Object.entries(data.features).sort((a, b) => b[1] - a[1]);
    byId('features').hidden = features.length === 0;
    const body = element('tbody');
    for (const [name, share] of features) {
      const bar = element('span', {class: 'bar'});
      bar.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
      body.append(element('tr', {}, element('th', {scope: 'row'}, name.replaceAll('_', ' ')),
        element('td', {}, `${(100 * share).toFixed(1)} %`), element('td', {class: 'wide'}, bar)));
    }
    byId('feature-table').append(element('thead', {}, element('tr', {}, element('th', {scope: 'col'}, 'feature'),
      element('th', {scope: 'col'}, 'share of cases'), element('td', {}))), body);
  }

  drawMatrix();
  drawVerdicts();
  drawCurve();
  drawFeatures();
  byId('filter').addEventListener('submit', (event) => event.preventDefault());
  byId('search').addEventListener('input', filter);
  for (const select of Object.values(selects)) select.addEventListener('change', filter);
  byId('more').addEventListener('click', drawMore);
  filter();
  const open = () => {
    const match = /^#f(\d+)$/.exec(location.hash);
    if (match) show(Number(match[1]));
  };
  window.addEventListener('hashchange', open);
  open();
})();
