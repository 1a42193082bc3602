"""What bench/peers/run measured, as Markdown. The first tool is ours; the others are held against it."""
import math
import os
import statistics
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, 'bench'), os.path.join(ROOT, 'fuzz')]
import statistics_of_trials as comparison  # noqa: E402
from tables import head, rate, row  # noqa: E402


def number(value):
    if value == math.inf:
        return 'never'
    return '{:,.0f}'.format(value) if value >= 100 or value == int(value) else '%.1f' % value


def generation(results):
    lines = head('tool', 'graphs a second', 'valid', 'valid and needed calls a second', 'calls', 'of which needed')
    for tool, by_task in results['tools'].items():
        made = by_task.get('generate')
        if made is None:
            continue
        a_second = made['graphs'] / made['seconds']
        sampled = made.get('sampled', made['graphs'])
        cells = [rate(a_second), '%.1f %%' % (100 * made['valid'] / sampled)]
        if 'calls' in made:
            cells += [rate(a_second * made['needed'] / sampled * made['valid'] / sampled), '%.1f' % (made['calls'] / sampled),
                      '%.1f' % (made['needed'] / sampled)]
        lines.append(row(tool, *cells, *[''] * (5 - len(cells))))
    return lines


def quartiles(values):
    """Lower quartile, median and upper quartile, each one of the values, so that `never` counts as the largest."""
    values = sorted(values)
    return [values[min(len(values) - 1, len(values) * part // 4)] for part in (1, 2, 3)]


def first_finds(results, name):
    found = {tool: [math.inf if first is None else first for first in by_task['find'][name]]
             for tool, by_task in results['tools'].items() if name in by_task.get('find', {})}
    lines = head('tool', 'median', 'quartiles', 'found in', 'A12', 'p')
    ours = next(iter(found.values()))
    for i, (tool, firsts) in enumerate(found.items()):
        low, median, high = quartiles(firsts)
        hits = sum(first != math.inf for first in firsts)
        against = ['', '']
        if i > 0:
            p = comparison.p_value(ours, firsts)
            against = ['%.2f' % (1 - comparison.a12(ours, firsts)), '< 0.001' if p < 0.001 else '%.3f' % p]
        lines.append(row(tool, number(median), '%s to %s' % (number(low), number(high)), '%d of %d' % (hits, len(firsts)), *against))
    return lines


def shrinking(results, name):
    lines = head('tool', 'starts', 'calls of a start', 'distinct minima', 'at the global minimum', 'evaluations', 'mean')
    minimum = (results['minima'].get(name) or {}).get('minimum')
    for tool, by_task in results['tools'].items():
        shrunk = by_task.get('shrink', {}).get(name)
        if not shrunk:
            continue
        asked = [one['questions'] for one in shrunk]
        low, median, high = quartiles(asked)
        mean = '{:,.1f}'.format(statistics.mean(asked))
        end = statistics.mean(one.get('proof_questions', 0) for one in shrunk)
        if end > 0:
            mean += ' and {:,.1f} at the end'.format(end)
        there = sum(one['minimum'] == minimum for one in shrunk)
        lines.append(row(tool, len(shrunk), '%.1f' % statistics.mean(one['start_calls'] for one in shrunk),
                         len({str(one['minimum']) for one in shrunk}), '%.0f %%' % (100 * there / len(shrunk)),
                         '%s (%s to %s)' % (number(median), number(low), number(high)), mean))
    return lines


def table(results):
    lines = ['Generation.', '', *generation(results)]
    for name, signature in results['predicates'].items():
        lines += ['', 'Executions to the first find of %s, `%s`, seeds from %s on.' % (name, signature, results['seeds']['find']), '',
                  *first_finds(results, name)]
        if any(name in by_task.get('shrink', {}) for by_task in results['tools'].values()):
            lines += ['', 'Shrinking of %s, seeds from %s on.' % (name, results['seeds']['shrink']), '', *shrinking(results, name)]
    return '\n'.join(lines) + '\n'
