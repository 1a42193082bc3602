// Draws the report from the data in the page.
const data = pageData();
const PAGE = 100;  // findings that are drawn at a time
const SEVERITIES = ['error', 'warning', 'note'];
data.findings.forEach((finding, index) => { finding.index = index; });

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
  facts.push(['exhausted', `${number(data.exhausted.graphs)} graphs, at most ${plural(data.exhausted.max_calls, 'call')}`]);
}
for (const [name, value] of facts) {
  byId('facts').append(element('div', {}, element('dt', {}, name), element('dd', {}, value)));
}

// ---- What is new -------------------------------------------------------------------------------
const link = (finding) => element('a', {
  href: `#f${finding.index}`, class: 'signature',
  on: {click: (event) => { event.preventDefault(); show(finding.index); }},
}, finding.signature);
function drawNews() {
  const news = data.findings.filter((f) => f.is_new || f.state === 'changed');
  byId('news').hidden = news.length === 0;
  for (const finding of news.slice(0, PAGE)) {
    byId('news-list').append(element('li', {},
      element('span', {class: `tag ${finding.severity}`}, `${finding.is_new ? 'new' : 'changed'} ${finding.severity}`),
      link(finding), finding.how ? ` ${finding.how}` : ''));
  }
  if (news.length > PAGE) byId('news-list').append(element('li', {}, `and ${number(news.length - PAGE)} more, below`));
  byId('gone').hidden = data.gone.length === 0;
  for (const signature of data.gone) byId('gone-list').append(element('li', {class: 'signature'}, signature));
}

// ---- The matrix --------------------------------------------------------------------------------
// A case is charged to the first obligation that fails; the others are implied.
function cellOf(cloner, obligation, here, implied) {
  if (here.length > 0) {
    const worst = SEVERITIES.find((s) => here.some((f) => f.severity === s)) ?? 'note';
    return element('td', {class: worst}, element('button', {
      type: 'button',
      'aria-label': `${cloner}, ${obligation}: ${plural(here.length, worst)}`,
      on: {click: () => choose(cloner, `/${obligation}/`)},
    }, plural(here.length, worst)));
  }
  if (implied > 0) {
    return element('td', {}, element('button', {
      type: 'button',
      'aria-label': `${cloner}, ${obligation}: fails with others, in ${plural(implied, 'finding')}`,
      on: {click: () => choose(cloner, `also:${obligation}`)},
    }, 'with others'));
  }
  return element('td', {class: 'good'}, 'holds');
}
function drawMatrix() {
  const table = byId('matrix');
  const found = data.findings.map((f) => f.obligation);
  const obligations = [...new Set([...data.cloners.flatMap((cloner) => cloner.obligations), ...found])];
  if (obligations.length === 0) {
    table.append(element('tbody', {}, element('tr', {}, element('td', {class: 'good'}, 'Nothing was found.'))));
    return;
  }
  const charged = new Map();  // cloner, then obligation: findings
  const implied = new Map();  // likewise: how many findings imply it
  for (const finding of data.findings) {
    const key = JSON.stringify([finding.cloner, finding.obligation]);
    charged.set(key, [...(charged.get(key) ?? []), finding]);
    for (const other of finding.implied) {
      const otherKey = JSON.stringify([finding.cloner, other]);
      implied.set(otherKey, (implied.get(otherKey) ?? 0) + 1);
    }
  }
  const body = element('tbody');
  for (const obligation of obligations) {
    const row = element('tr', {}, element('th', {scope: 'row'}, obligation));
    for (const cloner of data.cloners) {
      const key = JSON.stringify([cloner.name, obligation]);
      const judged = cloner.obligations.length === 0 || cloner.obligations.includes(obligation);
      row.append(judged ? cellOf(cloner.name, obligation, charged.get(key) ?? [], implied.get(key) ?? 0)
        : element('td', {}, 'not judged'));
    }
    body.append(row);
  }
  table.append(element('caption', {}, 'Signatures by the first obligation that fails; choose a number to see them'),
    headRow(['obligation', ...data.cloners.map((cloner) => cloner.name)]), body);
}
function drawVerdicts() {
  if (data.cloners.length === 0) return;
  const names = Object.keys(data.cloners[0].verdicts);
  const body = element('tbody');
  for (const cloner of data.cloners) {
    body.append(element('tr', {}, element('th', {scope: 'row'}, cloner.name),
      ...names.map((name) => element('td', {}, number(cloner.verdicts[name] ?? 0)))));
  }
  byId('verdicts').append(element('caption', {}, 'Cases by verdict'),
    headRow(['cloner', ...names.map((name) => name.replaceAll('_', ' '))]), body);
}

// ---- The list ----------------------------------------------------------------------------------
// What is large stands apart, and is read when somebody looks.
function viewOf(finding) {
  const node = byId(`v${finding.index}`);
  return {...finding, ...(node === null ? {view: {}} : JSON.parse(node.textContent))};
}
function draw(finding) {
  const box = element('details', {id: `f${finding.index}`},
    element('summary', {},
      element('h3', {},
        element('span', {class: `tag ${finding.severity}`}, finding.severity), ' ',
        finding.state === 'same' ? null : element('span', {class: 'tag'}, finding.state), ' ',
        finding.known && finding.state !== 'known' ? element('span', {class: 'tag'}, 'known') : null, ' ',
        element('span', {class: 'signature'}, finding.signature), ' ',
        element('span', {class: 'more'}, `${plural(finding.count, 'case')}, ${plural(finding.calls, 'call')}`))));
  const fill = () => {
    if (box.open && box.children.length === 1) box.append(findingBody(viewOf(finding)));
  };
  box.addEventListener('toggle', fill);
  box.fill = fill;
  return box;
}

const selects = {cloner: byId('cloner'), severity: byId('severity'), state: byId('state')};
for (const [key, select] of Object.entries(selects)) {
  select.append(element('option', {value: ''}, 'all'));
  for (const value of new Set(data.findings.map((f) => f[key]))) {
    select.append(element('option', {value}, value.length > 40 ? `${value.slice(0, 40)}…` : value));
  }
}
const haystack = data.findings.map((f) =>
  [f.signature, f.error, f.known, f.text, ...f.implied.map((name) => `also:${name}`)].filter(Boolean).join('\n')
    .toLowerCase());
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
  byId('search').focus({preventScroll: true});
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
  box.fill();  // `toggle` comes later, and moves what is below
  box.scrollIntoView();
  box.querySelector('summary').focus({preventScroll: true});
  history.replaceState(null, '', `#f${index}`);
}

// ---- Plots -------------------------------------------------------------------------------------
const MAX_LINES = 6;
function drawDiscovery() {
  if (data.findings.length < 2 || data.cases < 2) return;
  // By the logarithm: most signatures are found early.
  const x = (n) => Math.log1p(n) / Math.log1p(data.cases);
  const curve = (name, findings) => {
    const firsts = findings.map((f) => f.first_case).sort((a, b) => a - b);
    return {name, points: [[0, 0], ...firsts.map((n, k) => [x(n), k + 1]), [1, firsts.length]]};
  };
  const lines = data.cloners.map((cloner) => cloner.name)
    .map((name) => [name, data.findings.filter((f) => f.cloner === name)])
    .filter(([, findings]) => findings.length > 0);
  const xTicks = [];
  for (let n = 1; n <= data.cases; n *= 10) xTicks.push([x(n), number(n)]);
  byId('curve').append(linePlot({
    lines: lines.length > MAX_LINES ? [curve('all cloners', data.findings)] : lines.map(([name, found]) => curve(name, found)),
    xTicks, xTitle: 'case (logarithmic)', yTitle: 'signatures', step: true,
    label: `Signatures found by case: ${lines.map(([name, found]) => `${name} ${found.length}`).join(', ')}`,
  }));
  byId('discovery').hidden = false;
}
function drawFeatures() {
  const features = Object.entries(data.features).sort((a, b) => b[1] - a[1]);
  byId('features').hidden = features.length === 0;
  byId('feature-table').append(headRow(['feature', 'share of cases']), element('tbody', {},
    ...features.map(([name, share]) => element('tr', {}, element('th', {scope: 'row'}, name.replaceAll('_', ' ')),
      element('td', {class: 'wide'}, element('span', {class: 'share'}, percent(share)), bar(share))))));
}

drawNews();
drawMatrix();
drawVerdicts();
drawDiscovery();
drawFeatures();
byId('filter').addEventListener('submit', (event) => event.preventDefault());
byId('search').addEventListener('input', filter);
for (const select of Object.values(selects)) select.addEventListener('change', filter);
byId('more').addEventListener('click', () => {
  const next = drawn;
  drawMore();
  byId('list').children[next]?.querySelector('summary').focus();
});
filter();
const open = () => {
  const match = /^#f(\d+)$/.exec(location.hash);
  if (match) show(Number(match[1]));
};
window.addEventListener('hashchange', open);
window.addEventListener('load', open);  // after the browser has gone there itself, which takes the focus away
