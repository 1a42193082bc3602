"""What a page owes people who do not see it, or do not see it well: rules of WCAG 2 that a program can decide.

Names and roles are those that Chromium itself tells a screen reader; contrast is computed from the colours drawn.
"""
# Of these roles a reader must hear a name.
NAMED = {'button', 'link', 'textbox', 'searchbox', 'combobox', 'region', 'img', 'heading', 'DisclosureTriangle', 'table',
         'form'}
LEAST_CONTRAST = 4.5  # WCAG 1.4.3, of text
LEAST_CONTRAST_LARGE = 3.0  # of text from 24 px on, or 18.66 px and bold; 1.4.11, of the borders of controls

# Text, and what is painted behind it, as [text, ratio, least]. Within a drawing that is the shape of the node.
CONTRASTS = r"""
const [least, leastLarge] = arguments;
const parse = (text) => {
  const m = /rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)/.exec(text);
  return m ? [Number(m[1]), Number(m[2]), Number(m[3]), m[4] === undefined ? 1 : Number(m[4])] : null;
};
const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
const luminance = (c) => [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => {
  const s = c[i] / 255;
  return sum + weight * (s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4);
}, 0);
const ratio = (a, b) => {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
};
const backgroundOf = (node) => {
  if (node === null) return [255, 255, 255, 1];
  const style = getComputedStyle(node);
  let own = parse(style.backgroundColor) ?? [0, 0, 0, 0];
  if (node instanceof SVGGElement) {
    const shape = node.querySelector(':scope > path, :scope > polygon, :scope > ellipse, :scope > a > path');
    const fill = shape === null ? null : parse(getComputedStyle(shape).fill);
    if (fill !== null) own = [...fill.slice(0, 3), fill[3] * Number(getComputedStyle(shape).fillOpacity)];
  }
  return own[3] === 1 ? own : over(own, backgroundOf(node.parentElement));
};
const found = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const text = walker.currentNode.textContent.trim();
  const node = walker.currentNode.parentElement;
  if (text === '' || ['SCRIPT', 'NOSCRIPT', 'OPTION', 'title'].includes(node.tagName)) continue;
  if (!node.checkVisibility({checkVisibilityCSS: true})) continue;
  const style = getComputedStyle(node);
  const size = parseFloat(style.fontSize);
  const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const background = backgroundOf(node);
  const colour = parse(node instanceof SVGElement ? style.fill : style.color);
  found.push([text.slice(0, 60), ratio(over(colour, background), background), large ? leastLarge : least]);
}
for (const control of document.querySelectorAll('input, select, .button')) {
  if (!control.checkVisibility()) continue;
  found.push(['border of ' + (control.id || control.textContent),
    ratio(parse(getComputedStyle(control).borderTopColor), backgroundOf(control.parentElement)), leastLarge]);
}
return found;
"""


def low_contrasts(browser):
    """Texts that stand out too little: (text, ratio, least)."""
    found = browser.run(CONTRASTS, LEAST_CONTRAST, LEAST_CONTRAST_LARGE)
    assert len(found) > 20, 'hardly any text on the page'
    return [(text, round(ratio, 2), least) for text, ratio, least in found if ratio < least]


def heading_faults(browser):
    """Headings that leave a level out, and pages that do not begin with one <h1>."""
    levels = browser.run('return [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]'
                         '.filter((node) => node.checkVisibility()).map((node) => Number(node.tagName[1]))')
    faults = [] if levels[:1] == [1] and levels.count(1) == 1 else ['%d <h1>' % levels.count(1)]
    return faults + ['h%d after h%d' % (here, before) for before, here in zip(levels, levels[1:]) if here > before + 1]


def nameless(browser):
    """Roles of what a screen reader has no name for."""
    nodes = browser.command('Accessibility.getFullAXTree')['nodes']
    kept = [node for node in nodes if not node.get('ignored') and node.get('role', {}).get('value') in NAMED]
    assert len(kept) > 10, 'Chromium has no tree of roles'
    return [(node['role']['value'], node.get('backendDOMNodeId')) for node in kept
            if not node.get('name', {}).get('value', '').strip()]


def unreachable(browser):
    """Boxes that scroll, and cannot be scrolled by keyboard."""
    return browser.run("""
      return [...document.querySelectorAll('body *')].filter((node) => {
        const style = getComputedStyle(node);
        return node.checkVisibility() && /auto|scroll/.test(style.overflowX + style.overflowY) &&
          (node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight) && node.tabIndex < 0 &&
          node.tagName !== 'INPUT';
      }).map((node) => node.outerHTML.slice(0, 120))""")


def markup_faults(browser):
    """Ids used twice, a page without language or title, and tables whose heads are none."""
    return browser.run("""
      const faults = [];
      const ids = [...document.querySelectorAll('[id]')].map((node) => node.id);
      for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) !== i))) faults.push('id twice: ' + id);
      if (!document.documentElement.lang) faults.push('no language');
      if (!document.title) faults.push('no title');
      for (const head of document.querySelectorAll('th:not([scope])')) faults.push('no scope: ' + head.textContent);
      for (const part of ['header', 'main']) if (!document.querySelector(part)) faults.push('no ' + part);
      return faults;""")


def faults(browser):
    """All of these, as texts."""
    return (['contrast %s of %r, at least %s' % (ratio, text, least) for text, ratio, least in low_contrasts(browser)] +
            ['heading: %s' % fault for fault in heading_faults(browser)] +
            ['no name: %s %s' % node for node in nameless(browser)] +
            ['not to be scrolled by keyboard: %s' % node for node in unreachable(browser)] +
            ['markup: %s' % fault for fault in markup_faults(browser)])
