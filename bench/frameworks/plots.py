"""The figures of docs/performance.md, of what bench/frameworks/run measured: plots.py RESULTS.json PAGE writes PAGE-NAME.svg.

Dots, because on a scale of powers of ten a bar's length says nothing. Text and axes take the colour of a page that is light or dark.
The same results give the same files.
"""
import io
import json
import re
import statistics
import sys

import table

# Both are told from white and from black.
OURS, OTHERS = '#2a78c6', '#c8791b'
INK = '#010203'  # replaced by the page's
STYLE = '<style>svg { color: #24292f } @media (prefers-color-scheme: dark) { svg { color: #e6edf3 } }</style>'


def plain_text(name):
    return name.replace('`', '')


def dots(named):
    """Of {name: rates}: (name, median, least, most, whether it is ours), the most first."""
    found = [(plain_text(name), statistics.median(rates), min(rates), max(rates), name.startswith('clonecheck'))
             for name, rates in named.items()]
    return sorted(found, key=lambda dot: -dot[1])


def speed_dots(results, name):
    """Ours as of a long list, which is less than of the same few graphs again and again."""
    return dots({tool: measured.get('long_list', measured['rates']) for tool, measured in results['speed'][name]['tools'].items()})


def generator_dots(results):
    """NNSmith's and ours by rounds, those of bench/peers as the one run that they are."""
    named = {tool: [rate * made['valid'] / made['models'] for rate in made['rates']]
             for tool, made in results.get('generators', {}).items()}
    for tool, found in results.get('peers', {}).get('tools', {}).items():
        if 'valid_rate' in found:
            named[tool + ' (bench/peers)'] = [found['valid_rate']]
    return dots(named)


def shrinker_dots(results, predicate):
    """(name, evaluations, share at the smallest graph, whether it is ours), the fewest evaluations first."""
    found = [(tool, shrunk['shrink'][predicate]['evaluations'],
              shrunk['shrink'][predicate]['at_minimum'] / shrunk['shrink'][predicate]['starts'], tool.startswith('clonecheck'))
             for tool, shrunk in results.get('peers', {}).get('tools', {}).items() if predicate in shrunk.get('shrink', {})]
    return sorted(found, key=lambda dot: dot[1])


def for_any_page(svg):
    """The text of a drawing with the page's colour as ink, and nothing that says when or by whom it was made."""
    svg = re.sub(r' *<metadata>.*?</metadata>\n', '', svg, flags=re.DOTALL)
    svg = svg.replace(INK, 'currentColor')
    return re.sub(r'(<svg [^>]*>)', r'\1\n ' + STYLE, svg, count=1)


def setup():
    import matplotlib
    matplotlib.use('svg')
    matplotlib.rcParams.update({
        'svg.hashsalt': 'clonecheck', 'svg.fonttype': 'none', 'font.family': 'sans-serif', 'font.size': 10, 'text.color': INK,
        'axes.edgecolor': INK, 'axes.labelcolor': INK, 'xtick.color': INK, 'ytick.color': INK, 'axes.titlesize': 10,
        'axes.spines.top': False, 'axes.spines.right': False, 'savefig.transparent': True})
    from matplotlib import pyplot
    return pyplot


def draw(axes, rows, title, unit, room):
    """A row each of (name, value, least, most, text beside it, whether it is ours); `room` times the most is left for the texts."""
    for place, (name, value, least, most, text, ours) in enumerate(rows):
        colour = OURS if ours else OTHERS
        axes.plot([least, most], [place, place], color=colour, linewidth=3, solid_capstyle='butt', alpha=0.5)
        axes.plot([value], [place], marker='o', markersize=6, color=colour, linestyle='')
        axes.annotate(text, (most, place), xytext=(8, 0), textcoords='offset points', va='center')
    axes.set_yticks(range(len(rows)), [row[0] for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xscale('log')
    axes.xaxis.set_major_formatter(lambda value, _: '{:,.0f}'.format(value))
    axes.set_xlim(min(row[2] for row in rows) / 2, max(row[3] for row in rows) * room)
    axes.minorticks_off()
    axes.grid(axis='x', color=INK, alpha=0.2, linewidth=0.6)
    axes.tick_params(left=False)
    axes.set_title(title, loc='left')
    axes.set_xlabel(unit)


def draw_rates(axes, found, title, unit):
    draw(axes, [(name, value, least, most, table.rate(value), ours) for name, value, least, most, ours in found], title, unit, 9)


def draw_shrinkers(axes, found, predicate):
    rows = [(name, asked, asked, asked, '%g; %.0f %% end at the smallest graph' % (asked, 100 * there), ours)
            for name, asked, there, ours in found]
    draw(axes, rows, 'Shrinking ' + predicate, 'evaluations (median; a scale of powers of ten)', 20)


def figures(results):
    """Name, and of each part the number of rows and what draws it."""
    found = {}
    speed = [(speed_dots(results, name), title) for name, title in (
        ('plain', 'The plain list: 8 calls of 5 classes'), ('default', 'The default profile: 8 calls of everything'))
             if name in results.get('speed', {})]
    unit = 'graphs a second of processor time (a scale of powers of ten)'
    if speed:
        found['speed'] = [(len(dot), lambda axes, dot=dot, title=title: draw_rates(axes, dot, title, unit)) for dot, title in speed]
    made = generator_dots(results)
    if made:
        found['generators'] = [(len(made), lambda axes: draw_rates(axes, made, 'Generators', unit.replace('graphs', 'valid graphs')))]
    shrunk = [(shrinker_dots(results, predicate), predicate) for predicate in ('keras#12202', 'a planted fault')]
    if all(dot for dot, _ in shrunk):
        found['shrinkers'] = [(len(dot), lambda axes, dot=dot, predicate=predicate: draw_shrinkers(axes, dot, predicate))
                              for dot, predicate in shrunk]
    return found


def main(results_file, page):
    with open(results_file, encoding='utf-8') as file:
        results = json.load(file)
    pyplot = setup()
    for name, parts in figures(results).items():
        sizes = [size for size, _ in parts]
        figure, axes = pyplot.subplots(len(parts), 1, figsize=(9, 0.32 * sum(sizes) + 1.1 * len(parts)), squeeze=False,
                                       gridspec_kw={'height_ratios': sizes}, layout='constrained')
        for (_, draw_part), one in zip(parts, axes[:, 0]):
            draw_part(one)
        text = io.StringIO()
        figure.savefig(text, format='svg', metadata={'Date': None})
        with open('%s-%s.svg' % (page, name), 'w', encoding='utf-8') as file:
            file.write(for_any_page(text.getvalue()))


if __name__ == '__main__':
    main(*sys.argv[1:])
