// Draws the index of the nights: the last one, what came and went, the trend.
const data = pageData();
const nights = data.nights;  // the oldest first
const last = nights[nights.length - 1];
const SHOWN = 10;  // nights whose changes and features are shown
const LISTED = 30;  // signatures of a night that are listed
const MAIN = 'fuzz';  // the step that trends are about

const stepOf = (night, name) => night.steps.find((step) => step.name === name);
// A signature that several steps found counts once.
const count = (night, member) => new Set(night.steps.filter((step) => step.counts)
  .flatMap((step) => step[member])).size;
const findings = (night) => night.steps.filter((step) => step.counts)
  .reduce((sum, step) => sum + step.findings, 0);
const rate = (value) => value === null || value === undefined ? '–' : number(value < 10 ? Number(value.toFixed(1)) : Math.round(value));
const planted = (night) => night.planted && night.planted.all > 0 ? night.planted.found / night.planted.all : null;
const reached = (night) => {
  const features = Object.values(stepOf(night, MAIN)?.features ?? {});
  return features.length === 0 ? null : features.filter((share) => share > 0).length / features.length;
};
const failed = (night) => night.steps.some((step) => step.why);
const standing = (night) => night.status === 'running' ? 'still running'
  : count(night, 'new') > 0 ? `✗ ${number(count(night, 'new'))} new`
    : failed(night) ? '✗ a step failed' : '✓ nothing new';
const good = (night) => count(night, 'new') === 0 && !failed(night);

// ---- The last night ----------------------------------------------------------------------------
function links(step) {
  const names = {html: 'report', json: 'run file', xml: 'JUnit', sarif: 'SARIF', md: 'summary', log: 'log'};
  const parts = [];
  for (const [ending, path] of Object.entries(step.files)) {
    if (ending !== 'html' && ending !== 'log' && ending !== 'json') continue;
    parts.push(element('a', {href: path, 'aria-label': `${names[ending]} of ${step.title}`}, names[ending]), ' ');
  }
  return parts;
}
function drawLast() {
  if (last === undefined) {
    byId('verdict').textContent = 'No night yet';
    return;
  }
  byId('verdict').textContent = `${standing(last)} in the night of ${last.name}${last.status === 'partial' ? ', which was cut off' : ''}`;
  byId('verdict').className = good(last) ? 'passes' : 'fails';
  const facts = [['begun', last.begun], ['seed', String(last.seed)], ['minutes', (last.seconds / 60).toFixed(1)],
    ['status', last.status], ['cases in the corpus', number(last.corpus)], ['added', number(last.added.length)]];
  if (planted(last) !== null) facts.push(['planted faults found', `${last.planted.found} of ${last.planted.all}`]);
  if (last.lines !== null) facts.push(['lines of core/ run', percent(last.lines)]);
  for (const [name, value] of facts) {
    byId('facts').append(element('div', {}, element('dt', {}, name), element('dd', {}, value)));
  }
  byId('steps').append(headRow(['what', 'cases', 'a second', 'findings', 'new', 'changed', 'gone', 'compared with', 'files']),
    element('tbody', {}, ...last.steps.map((step) => element('tr', {},
      element('th', {scope: 'row'}, step.title,
        step.why ? element('div', {class: 'error'}, step.why)
          : step.complete ? null : element('div', {class: 'warning'}, 'cut off')),
      element('td', {}, number(step.cases)), element('td', {}, rate(step.rate)),
      element('td', {}, step.known ? `${number(step.findings)} (${number(step.known)} known)` : number(step.findings)),
      element('td', {class: step.counts && step.new.length ? 'error' : null}, number(step.new.length)),
      element('td', {}, number(step.changed.length)), element('td', {}, number(step.gone.length)),
      element('td', {class: 'name'}, step.baseline ?? '–'), element('td', {class: 'name'}, ...links(step))))));
  const skipped = Object.entries(last.skipped);
  if (skipped.length > 0) {
    byId('skipped').append(`Left out: ${skipped.map(([name, why]) => `${name} (${why})`).join('; ')}`);
  }
}

// ---- What came and went ------------------------------------------------------------------------
function changesOf(night, member, tag) {
  const steps = new Map();  // by signature: the steps that say so
  for (const step of night.steps.filter((one) => one.counts)) {
    for (const signature of step[member]) steps.set(signature, [...(steps.get(signature) ?? []), step.name]);
  }
  const items = [...steps].slice(0, LISTED).map(([signature, names]) => element('li', {},
    element('span', {class: `tag ${tag}`}, member), signature, ' ', element('span', {class: 'more'}, names.join(', '))));
  if (steps.size > LISTED) items.push(element('li', {}, `and ${number(steps.size - LISTED)} more ${member}, in the reports`));
  return items;
}
function drawChanges() {
  let any = false;
  for (const night of nights.slice(-SHOWN).reverse()) {
    const items = [...changesOf(night, 'new', 'error'), ...changesOf(night, 'changed', 'warning'), ...changesOf(night, 'gone', 'good')];
    if (items.length === 0) continue;
    any = true;
    byId('change-list').append(element('h3', {}, night.name), element('ul', {}, ...items));
  }
  if (!any) byId('change-list').append(element('p', {}, 'Nothing, in the nights shown.'));
}

// ---- The trend ---------------------------------------------------------------------------------
function drawTrend() {
  const x = (i) => nights.length < 2 ? 0.5 : i / (nights.length - 1);
  const every = Math.ceil(nights.length / 5);
  const xTicks = nights.map((night, i) => [x(i), night.name.slice(5)]).filter((_, i) => (nights.length - 1 - i) % every === 0);
  const line = (name, value) => ({name, points: nights.map((night, i) => [x(i), value(night)])});
  const plot = (title, lines, yText) => {
    const values = lines.map((one) => `${one.name} ${one.points.map((point) => point[1]).filter((v) => v !== null).map((v) => yText(v)).join(', ')}`);
    byId('plots').append(element('div', {}, element('h3', {}, title),
      linePlot({lines, xTicks, xTitle: 'night', yTitle: '', yText, label: `${title} by night: ${values.join('; ')}`})));
  };
  plot('Findings', [line('all', findings), line('new', (night) => count(night, 'new')), line('gone', (night) => count(night, 'gone'))], number);
  plot('Random graphs a second', [line('random graphs', (night) => stepOf(night, MAIN)?.rate ?? null)], number);
  const lines = [line('features reached', reached), line('planted faults found', planted), line('lines of core/ run', (night) => night.lines)]
    .filter((one) => one.points.some((point) => point[1] !== null));
  if (lines.length > 0) plot('Coverage', lines, (share) => `${Math.round(100 * share)} %`);
  const shares = (name) => (night) => stepOf(night, MAIN)?.features[name] ?? null;
  const names = Object.keys(stepOf(last, MAIN)?.features ?? {});
  // What moved most, by its last night against the one before.
  const before = nights[nights.length - 2];
  const moved = (name) => before === undefined ? 0 : Math.abs((shares(name)(last) ?? 0) - (shares(name)(before) ?? 0));
  const chosen = names.sort((a, b) => moved(b) - moved(a) || shares(b)(last) - shares(a)(last)).slice(0, 4);
  if (chosen.length > 0) {
    plot('Features that moved most', chosen.map((name) => line(name.replaceAll('_', ' '), shares(name))), (share) => `${Math.round(100 * share)} %`);
  }
}

// ---- All nights --------------------------------------------------------------------------------
function drawNights() {
  byId('night-table').append(
    headRow(['night', 'standing', 'status', 'seed', 'random graphs', 'a second', 'findings', 'new', 'gone', 'corpus', 'features reached', 'planted', 'lines']),
    element('tbody', {}, ...[...nights].reverse().map((night) => {
      const main = stepOf(night, MAIN);
      const share = (value) => value === null ? '–' : percent(value);
      return element('tr', {},
        element('th', {scope: 'row', class: 'name'}, main?.files.html ? element('a', {href: main.files.html}, night.name) : night.name),
        element('td', {class: `name ${good(night) ? 'good' : 'error'}`}, standing(night)), element('td', {}, night.status),
        element('td', {}, String(night.seed)), element('td', {}, number(main?.cases ?? 0)), element('td', {}, rate(main?.rate)),
        element('td', {}, number(findings(night))), element('td', {}, number(count(night, 'new'))),
        element('td', {}, number(count(night, 'gone'))), element('td', {}, number(night.corpus)),
        element('td', {}, share(reached(night))), element('td', {}, share(planted(night))), element('td', {}, share(night.lines)));
    })));
}
function drawFeatures() {
  const some = nights.filter((night) => Object.keys(stepOf(night, MAIN)?.features ?? {}).length > 0).slice(-SHOWN).reverse();
  byId('features').hidden = some.length === 0;
  if (some.length === 0) return;
  const names = Object.keys(stepOf(some[0], MAIN).features);
  byId('feature-table').append(headRow(['feature', ...some.map((night) => night.name)]),
    element('tbody', {}, ...names.map((name) => element('tr', {}, element('th', {scope: 'row'}, name.replaceAll('_', ' ')),
      ...some.map((night) => {
        const share = stepOf(night, MAIN).features[name];
        return element('td', {}, share === undefined ? '–' : percent(share));
      })))));
}

drawLast();
if (last !== undefined) {
  drawChanges();
  drawTrend();
  drawNights();
  drawFeatures();
}
