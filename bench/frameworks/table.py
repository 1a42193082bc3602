"""What bench/frameworks/run measured, as Markdown, and the tables of docs/performance.md, which are made of docs/performance.json."""
import os
import re
import statistics
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import stamp  # noqa: E402
from tables import head, rate, row  # noqa: E402


def spread(rates):
    return '%s to %s' % (rate(min(rates)), rate(max(rates)))


def ratio(rates, others):
    """How many times as many others are, by rounds: both were measured in the same minute."""
    return rate(statistics.median(other / one for one, other in zip(rates, others)))


def share(part, whole):
    return '%.0f %%' % (100 * part / whole) if whole else ''


def speed(results, name):
    """Graphs a second of each tool on one list. How many times slower: than ours, which stands first, on a long list."""
    found = results['speed'][name]
    lines = head('what', 'graphs a second', 'least to most', 'of a long list', 'times slower', 'where every clone agrees',
                 'clones that agree', 'differ or cannot run', 'cloning raises')
    first = next(iter(found['tools'].values()))['long_list']
    for tool, measured in found['tools'].items():
        verdicts = measured.get('verdicts')
        cells = ['', '', '']
        if verdicts:
            cells = [verdicts.get('agree', 0), verdicts.get('differ', 0) + verdicts.get('unusable', 0), verdicts.get('raised', 0)]
        lines.append(row(tool, rate(statistics.median(measured['rates'])), spread(measured['rates']),
                         rate(statistics.median(measured['long_list'])) if 'long_list' in measured else '',
                         ratio(measured.get('long_list', measured['rates']), first),
                         rate(statistics.median(measured['whole'])) if measured.get('whole') else '', *cells))
    return lines


def generators(results):
    lines = head('generator', 'models a second', 'least to most', 'operations', 'valid', 'finite values')
    for tool, made in results['generators'].items():
        lines.append(row(tool, rate(statistics.median(made['rates'])), spread(made['rates']), '%.1f' % made['operations'],
                         share(made['valid'], made['models']), share(made['finite'], made['models']) if 'finite' in made else ''))
    return lines


def peers(results):
    """Of bench/peers: rates of generators, and evaluations of shrinkers."""
    lines = head('tool', 'valid graphs a second', 'keras#12202: evaluations', 'at the smallest graph', 'a planted fault: evaluations',
                 'at its smallest graph')
    for tool, found in results['peers']['tools'].items():
        cells = [rate(found['valid_rate']) if 'valid_rate' in found else '']
        for predicate in ('keras#12202', 'a planted fault'):
            shrunk = found.get('shrink', {}).get(predicate)
            cells += [rate(shrunk['evaluations']) if shrunk['evaluations'] >= 100 else '%g' % shrunk['evaluations'],
                      share(shrunk['at_minimum'], shrunk['starts'])] if shrunk else ['–', '–']
        lines.append(row(tool, *cells))
    return lines


def proof(results):
    """What ours asks besides to prove its minimum, on average."""
    shrunk = results['peers']['tools'].get('clonecheck', {}).get('shrink', {})
    asked = ['{:,.1f} for {}'.format(found['proof_evaluations'], predicate.replace('a planted', 'the planted'))
             for predicate, found in shrunk.items() if 'proof_evaluations' in found]
    return ['', 'Not in these: what clonecheck asks at the end to prove its minimum, on average %s.' % ' and '.join(asked)] if asked else []


def peers_of(measured):
    """What docs/performance.json keeps of the results of bench/peers/run."""
    kept = {}
    for tool, by_task in measured['tools'].items():
        found = {}
        made = by_task.get('generate')
        if made:
            found['valid_rate'] = made['graphs'] / made['seconds'] * made['valid'] / made.get('sampled', made['graphs'])
        for predicate, shrunk in by_task.get('shrink', {}).items():
            minimum = (measured['minima'].get(predicate) or {}).get('minimum')
            if shrunk:
                found.setdefault('shrink', {})[predicate] = {
                    'evaluations': statistics.median_high(one['questions'] for one in shrunk), 'starts': len(shrunk),
                    'at_minimum': sum(one['minimum'] == minimum for one in shrunk)}
                proof = statistics.mean(one.get('proof_questions', 0) for one in shrunk)
                if proof > 0:
                    found['shrink'][predicate]['proof_evaluations'] = round(proof, 1)
        if found:
            kept[tool] = found
    return {'versions': measured['versions'], 'seeds': measured['seeds'], 'tools': kept}


# Those that the README has of the plain list.
BRIEFLY = ['clonecheck, `keras-2.2.4`', 'Keras 2.2.4 without TensorFlow', 'Keras 2.2.4 on TensorFlow', 'Keras 3 on JAX', 'TensorFlow.js']


def briefly(results):
    """The README's few rows: as `speed` has them, ours as of a long list."""
    tools = results['speed']['plain']['tools']
    ours = tools[BRIEFLY[0]]['long_list']
    lines = head('what', 'graphs a second', 'times slower')
    for tool in BRIEFLY:
        rates = tools[tool].get('long_list', tools[tool]['rates'])
        lines.append(row(tool, rate(statistics.median(rates)), ratio(rates, ours)))
    return lines


def versions(results):
    ours = {'clonecheck, ' + part: stamp.words(stamps) for part, stamps in results.get('measured', {}).items()}
    others = {tool: ', '.join('%s %s' % pair for pair in versions.items()) for tool, versions in results['versions'].items()}
    return ['- %s: %s' % pair for pair in {**ours, **others}.items()]


def tables(results):
    """By the names that the page has for them; those of parts that were not measured are left out."""
    found = {'speed-' + name: speed(results, name) for name in results.get('speed', {})}
    if results.get('generators'):
        found['generators'] = generators(results)
    if results.get('peers'):
        found['peers'] = peers(results) + proof(results)
    if 'missing' in results:
        found['missing'] = ['- %s: %s' % pair for pair in sorted(results['missing'].items())] or ['- Nothing.']
    if results.get('versions'):
        found['versions'] = versions(results)
    return found


def fill(page, found):
    """The page, each table between `<!-- NAME -->` and `<!-- end -->` replaced. Fails if the page has no place for one."""
    for name, lines in found.items():
        begin = '<!-- %s -->\n' % name
        if begin not in page:
            raise ValueError('the page has no %s' % begin.strip())
        page = re.sub(re.escape(begin) + r'.*?<!-- end -->', lambda _: begin + '\n'.join([''] + lines + ['']) + '\n<!-- end -->', page,
                      flags=re.DOTALL)
    return page
