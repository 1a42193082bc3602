// Line plots as SVG, drawn in the colours of the page.
const PLOT = {width: 420, height: 220, left: 56, right: 30, top: 12, bottom: 44};
// Lines are told apart by dashes as well as by colours.
const LINE_STYLES = [['var(--link)', ''], ['var(--error)', '7 3'], ['var(--good)', '2 3'], ['var(--warning)', '10 3 2 3'],
  ['var(--note)', '5 5'], ['var(--text)', '1 4']];

// Up to five round numbers from 0 to at least `most`.
function roundTicks(most) {
  const rough = Math.max(most, 1e-9) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((k) => k * power).find((s) => s >= rough);
  const ticks = [];
  for (let tick = 0; tick < most + step; tick += step) ticks.push(Number(tick.toPrecision(12)));
  return ticks;
}

// `lines`: [{name, points: [[x, y], …]}], x between 0 and 1, y from 0 up; null for y leaves a gap.
// `xTicks`: [[x, text], …]. `step`: a line stays until the next point. `label` says what a reader sees.
function linePlot({lines, xTicks, xTitle, yTitle, label, step = false, yText = number}) {
  const {width, height, left, right, top, bottom} = PLOT;
  const values = lines.flatMap((line) => line.points.map((point) => point[1])).filter((y) => y !== null);
  const yTicks = roundTicks(Math.max(0, ...values));
  const x = (t) => left + (width - left - right) * t;
  const y = (v) => height - bottom - (height - bottom - top) * v / yTicks[yTicks.length - 1];
  const text = {fill: 'currentColor', 'font-size': 12};
  const svg = svgElement('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label});
  for (const tick of yTicks) {
    svg.append(
      svgElement('path', {d: `M ${left} ${y(tick)} H ${width - right}`, stroke: 'var(--line)', fill: 'none'}),
      svgElement('text', {...text, x: left - 6, y: y(tick) + 4, 'text-anchor': 'end'}, yText(tick)));
  }
  for (const [at, name] of xTicks) {
    svg.append(svgElement('text', {...text, x: x(at), y: height - bottom + 16, 'text-anchor': 'middle'}, name));
  }
  svg.append(
    svgElement('text', {...text, x: (left + width - right) / 2, y: height - 6, 'text-anchor': 'middle'}, xTitle),
    svgElement('text', {...text, 'text-anchor': 'middle',
      transform: `translate(12 ${(top + height - bottom) / 2}) rotate(-90)`}, yTitle));
  lines.forEach((line, i) => {
    const [stroke, dash] = LINE_STYLES[i % LINE_STYLES.length];
    let path = '';
    let last = null;
    for (const [at, value] of line.points) {
      if (value === null) {
        last = null;
        continue;
      }
      if (last === null) path += ` M ${x(at)} ${y(value)}`;
      else path += step ? ` L ${x(at)} ${y(last)} L ${x(at)} ${y(value)}` : ` L ${x(at)} ${y(value)}`;
      last = value;
      if (!step) svg.append(svgElement('circle', {cx: x(at), cy: y(value), r: 3, fill: stroke}));
    }
    svg.append(svgElement('path', {d: path, stroke, 'stroke-width': 2, 'stroke-dasharray': dash, fill: 'none'}));
  });
  return element('figure', {class: 'plot'}, svg, element('figcaption', {}, ...lines.map((line, i) => {
    const [stroke, dash] = LINE_STYLES[i % LINE_STYLES.length];
    const sample = svgElement('svg', {width: 32, height: 10, 'aria-hidden': 'true'});
    sample.append(svgElement('path', {d: 'M 0 5 H 32', stroke, 'stroke-width': 2, 'stroke-dasharray': dash}));
    return element('span', {class: 'key'}, sample, line.name);
  })));
}

// A share as a bar beside its number.
function bar(share) {
  const node = element('span', {class: 'bar'});
  node.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return node;
}
