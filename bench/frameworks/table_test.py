"""bench/frameworks: tables and figures say what was measured, and docs/performance.md holds what docs/performance.json gives."""
import json
import os
import statistics
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[1])))
import plots  # noqa: E402
import table  # noqa: E402

RESULTS = {
    'speed': {'plain': {'tools': {
        'clonecheck, `a`': {'rates': [1000, 2000, 4000], 'long_list': [500, 1000, 2000], 'whole': [900, 950, 970],
                             'verdicts': {'agree': 7, 'raised': 3}},
        'a framework': {'rates': [10, 10, 5], 'whole': [8, 8], 'verdicts': {'agree': 6, 'differ': 1, 'raised': 2, 'unusable': 1},
                        'asked': {'agree': 6, 'differ': 1, 'raised': 2, 'unusable': 1}},
        'a slow one': {'rates': [0.5, 0.25, 0.125], 'whole': []}}}},
    'generators': {'clonecheck, plain': {'rates': [1e6, 1.5e6, 2e6], 'operations': 8, 'models': 50, 'valid': 50},
                   'another': {'rates': [40, 44, 31], 'operations': 7.66, 'models': 50, 'valid': 49, 'finite': 25}},
}
PEERS = {
    'versions': {}, 'seeds': {}, 'minima': {'keras#12202': {'minimum': {'calls': [1]}}, 'a planted fault': {'minimum': {'calls': [2]}}},
    'tools': {
        'clonecheck': {'generate': {'graphs': 1000, 'seconds': 0.5, 'valid': 1000},
                       'shrink': {'keras#12202': [{'questions': 5, 'minimum': {'calls': [1]}}] * 3,
                                  'a planted fault': [{'questions': 70, 'minimum': {'calls': [2]}}]}},
        'a peer': {'generate': {'graphs': 500, 'seconds': 2, 'sampled': 10, 'valid': 5},
                   'shrink': {'keras#12202': [{'questions': 40, 'minimum': {'calls': [1]}},
                                              {'questions': 20, 'minimum': {'calls': [1, 2]}}],
                              'a planted fault': [{'questions': 400, 'minimum': {'calls': [3]}}]}},
        'a fuzzer': {'generate': {'graphs': 100, 'seconds': 1, 'valid': 99}},
        'not measured': {}},
}


def cells(lines, tool):
    return next(line for line in lines if line.startswith('| %s |' % tool)).strip('|').split(' | ')[1:]


class TableTest(unittest.TestCase):
    def test_rates_are_medians_and_ratios_are_by_rounds(self):
        lines = table.speed(RESULTS, 'plain')
        self.assertEqual(cells(lines, 'clonecheck, `a`')[:5], ['2,000', '1,000 to 4,000', '1,000', '1.0', '950'])
        # 50, 100 and 400 times our long list.
        self.assertEqual(cells(lines, 'a framework')[:5], ['10', '5.0 to 10', '', '100', '8.0'])
        self.assertEqual([int(cell) for cell in cells(lines, 'a framework')[5:]], [6, 2, 2])
        self.assertEqual(cells(lines, 'a slow one')[:2], ['0.2', '0.1 to 0.5'])

    def test_rates_have_two_digits(self):
        self.assertEqual([table.rate(value) for value in (3.14, 12.6, 99.9, 123.4, 187654)], ['3.1', '13', '100', '120', '190,000'])

    def test_generators_say_what_share_is_valid(self):
        lines = table.generators(RESULTS)
        self.assertEqual([cell.strip() for cell in cells(lines, 'another')], ['40', '31 to 44', '7.7', '98 %', '50 %'])

    def test_peers_are_rates_of_what_is_valid_and_evaluations(self):
        lines = table.peers({'peers': table.peers_of(PEERS)})
        self.assertEqual([cell.strip() for cell in cells(lines, 'clonecheck')], ['2,000', '5', '100 %', '70', '100 %'])
        self.assertEqual([cell.strip() for cell in cells(lines, 'a peer')], ['120', '40', '50 %', '400', '0 %'])
        self.assertEqual([cell.strip() for cell in cells(lines, 'a fuzzer')], ['99', '–', '–', '–', '–'])
        self.assertFalse(any('not measured' in line for line in lines))

    def test_a_proof_is_said_where_there_is_one(self):
        self.assertEqual(table.proof({'peers': table.peers_of(PEERS)}), [])
        proving = {'minima': {}, 'versions': {}, 'seeds': {}, 'tools': {'clonecheck': {'shrink': {
            'keras#12202': [{'questions': 4, 'proof_questions': 17, 'minimum': {}}, {'questions': 4, 'proof_questions': 18, 'minimum': {}}],
            'a planted fault': [{'questions': 60, 'proof_questions': 1466, 'minimum': {}}]}}}}
        said = table.proof({'peers': table.peers_of(proving)})[-1]
        self.assertIn('on average 17.5 for keras#12202 and 1,466.0 for the planted fault.', said)

    def test_what_was_missing_is_said(self):
        self.assertEqual(table.tables({'missing': {'b': 'why', 'a': 'how'}})['missing'], ['- a: how', '- b: why'])
        self.assertEqual(table.tables({'missing': {}})['missing'], ['- Nothing.'])

    def test_versions_say_of_which_clonecheck_and_when(self):
        stamps = [{'commit': '1234567', 'date': '2026-01-31', 'load': load} for load in (1.2, 1.0, 1.1)]
        later = {'commit': '89abcde with changes', 'date': '2026-02-01', 'load': 0.5}
        self.assertEqual(table.versions({'versions': {'a': {'A': '1', 'B': '2'}}, 'measured': {
            'speed': stamps[:1], 'generators': [], 'peers': stamps + [later]}}),
                         ['- clonecheck, speed: commit 1234567, 2026-01-31, load 1.2',
                          '- clonecheck, generators: nobody has noted of which commit',
                          '- clonecheck, peers: commit 1234567, 2026-01-31, load 1.0 to 1.2; '
                          'commit 89abcde with changes, 2026-02-01, load 0.5',
                          '- a: A 1, B 2'])

    def test_a_table_takes_the_place_of_the_last(self):
        page = 'before\n<!-- generators -->\n\n| old |\n\n<!-- end -->\nafter\n<!-- other -->\n<!-- end -->\n'
        once = table.fill(page, {'generators': ['| new \\1 |']})
        self.assertEqual(once, 'before\n<!-- generators -->\n\n| new \\1 |\n\n<!-- end -->\nafter\n<!-- other -->\n<!-- end -->\n')
        self.assertEqual(table.fill(once, {'generators': ['| new \\1 |']}), once)
        with self.assertRaisesRegex(ValueError, 'no <!-- peers -->'):
            table.fill(page, {'peers': []})


class FigureTest(unittest.TestCase):
    def test_the_fastest_stands_first(self):
        found = plots.speed_dots(RESULTS, 'plain')
        self.assertEqual(found[0], ('clonecheck, a', 1000, 500, 2000, True))
        self.assertEqual([dot[0] for dot in found], ['clonecheck, a', 'a framework', 'a slow one'])

    def test_generators_of_all_sources_stand_together(self):
        found = plots.generator_dots({**RESULTS, 'peers': table.peers_of(PEERS)})
        self.assertEqual(found[-1][1], 40 * 0.98)
        self.assertEqual([dot[0] for dot in found], ['clonecheck, plain', 'clonecheck (bench/peers)', 'a peer (bench/peers)',
                                                     'a fuzzer (bench/peers)', 'another'])

    def test_who_asks_least_stands_first(self):
        found = plots.shrinker_dots({'peers': table.peers_of(PEERS)}, 'keras#12202')
        self.assertEqual(found, [('clonecheck', 5, 1, True), ('a peer', 40, 0.5, False)])

    def test_ink_is_the_page_s(self):
        text = plots.for_any_page('<svg width="1">\n <metadata>\n now\n </metadata>\n<path style="stroke: %s"/></svg>' % plots.INK)
        self.assertIn('stroke: currentColor', text)
        self.assertIn('prefers-color-scheme: dark', text)
        self.assertNotIn('now', text)


class PageTest(unittest.TestCase):
    """What is in docs/."""

    def setUp(self):
        with open('docs/performance.json', encoding='utf-8') as file:
            self.results = json.load(file)

    def test_the_page_has_the_tables_of_the_results(self):
        with open('docs/performance.md', encoding='utf-8') as file:
            page = file.read()
        self.assertEqual(table.fill(page, table.tables(self.results)), page, 'run bench/frameworks/run --only pages')

    def test_the_readme_has_some_of_it(self):
        with open('README.md', encoding='utf-8') as file:
            readme = file.read()
        self.assertIn('\n%s\n' % '\n'.join(table.briefly(self.results)), readme)
        words = ' '.join(readme.split())
        ours, nnsmith = (table.rate(statistics.median(self.results['generators'][tool]['rates']))
                         for tool in ('clonecheck, plain', 'NNSmith, symbolic, 4 operations'))
        self.assertIn('clonecheck has %s a second, and NNSmith %s ' % (ours, nnsmith), words)
        bug, planted = (self.results['peers']['tools']['clonecheck']['shrink'][predicate]['proof_evaluations']
                        for predicate in ('keras#12202', 'a planted fault'))
        self.assertIn('takes {:,.1f} evaluations more at keras#12202'.format(bug), words)
        self.assertIn(' {:,.1f} (averages)'.format(planted), words)

    def test_figures_name_everything_that_was_measured(self):
        self.assertEqual(sorted(plots.figures(self.results)), ['generators', 'shrinkers', 'speed'])
        figures = {}
        for name in plots.figures(self.results):
            with open('docs/performance-%s.svg' % name, encoding='utf-8') as file:
                figures[name] = file.read()
        for dot in plots.speed_dots(self.results, 'plain') + plots.speed_dots(self.results, 'default'):
            self.assertIn('>%s<' % dot[0], figures['speed'])
            self.assertIn('>%s<' % table.rate(dot[1]), figures['speed'])
        for dot in plots.generator_dots(self.results):
            self.assertIn('>%s<' % dot[0], figures['generators'])
        for dot in plots.shrinker_dots(self.results, 'keras#12202'):
            self.assertIn('>%s<' % dot[0], figures['shrinkers'])

    def test_the_engine_and_the_real_keras_say_the_same_of_each_graph(self):
        imitated = [(name, tool, found) for name, of_list in self.results['speed'].items() for tool, found in of_list['tools'].items()
                    if 'as_ours' in found]
        self.assertGreater(len(imitated), 1)
        for name, tool, found in imitated:
            compared = found['as_ours']
            self.assertEqual(compared['same'] + compared['by_sharing'], compared['asked'], '%s, %s' % (tool, name))


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
