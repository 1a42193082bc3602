"""bench/peers/table.py: the tables say what was measured, with statistics that were worked out by hand."""
import math
import os
import sys
import unittest

sys.path[:0] = [os.path.dirname(os.path.abspath(path)) for path in sys.argv[1:3]]
import table  # noqa: E402

RESULTS = {
    'seeds': {'find': 10, 'shrink': 20},
    'predicates': {'a fault': 'cloner/outputs/x/-', 'another': 'cloner/outputs/y/-'},
    'minima': {'a fault': {'minimum': {'calls': [1]}, 'proved': True}},
    'tools': {
        'ours': {
            'generate': {'graphs': 1000, 'seconds': 0.5, 'valid': 1000, 'calls': 4000, 'needed': 3000},
            'find': {'a fault': [1, 2, 3], 'another': [5]},
            'shrink': {'a fault': [{'start_calls': 4, 'questions': 6, 'proof_questions': 8, 'minimum': {'calls': [1]}},
                                   {'start_calls': 2, 'questions': 4, 'proof_questions': 8, 'minimum': {'calls': [1]}}]}},
        'a peer': {
            'generate': {'graphs': 500, 'seconds': 2, 'sampled': 10, 'valid': 5, 'calls': 20, 'needed': 10},
            'find': {'a fault': [4, 5, None], 'another': [None]},
            'shrink': {'a fault': [{'start_calls': 1, 'questions': 10, 'minimum': {'calls': [1]}},
                                   {'start_calls': 1, 'questions': 20, 'minimum': {'calls': [1, 2]}}]}},
        'a fuzzer': {'generate': {'graphs': 100, 'seconds': 1, 'sampled': 100, 'valid': 99}, 'find': {'a fault': [1, 2, 3]}},
    },
}


class TableTest(unittest.TestCase):
    def cells(self, lines, tool):
        return next(line for line in lines if line.startswith('| %s |' % tool)).strip('| ').split(' | ')

    def test_generation(self):
        lines = table.generation(RESULTS)
        self.assertEqual(self.cells(lines, 'ours'), ['ours', '2,000', '100.0 %', '6,000', '4.0', '3.0'])
        # Of 250 graphs a second half are valid; of two calls each, one is needed.
        self.assertEqual(self.cells(lines, 'a peer'), ['a peer', '250', '50.0 %', '120', '2.0', '1.0'])
        self.assertEqual(self.cells(lines, 'a fuzzer')[:3], ['a fuzzer', '100', '99.0 %'])

    def test_first_finds(self):
        lines = table.first_finds(RESULTS, 'a fault')
        self.assertEqual(self.cells(lines, 'ours'), ['ours', '2', '1 to 3', '3 of 3'])
        # All of the peer's are later: two of 20 ways are as far apart.
        self.assertEqual(self.cells(lines, 'a peer'), ['a peer', '5', '4 to never', '2 of 3', '1.00', '0.100'])
        self.assertEqual(self.cells(lines, 'a fuzzer'), ['a fuzzer', '2', '1 to 3', '3 of 3', '0.50', '1.000'])

    def test_shrinking(self):
        lines = table.shrinking(RESULTS, 'a fault')
        self.assertEqual(self.cells(lines, 'ours'),
                         ['ours', '2', '3.0', '1', '100 %', '6 (4 to 6)', '5.0 and 8.0 at the end'])
        self.assertEqual(self.cells(lines, 'a peer'), ['a peer', '2', '1.0', '2', '50 %', '20 (10 to 20)', '15.0'])
        self.assertFalse(any('a fuzzer' in line for line in lines))

    def test_quartiles_are_values(self):
        self.assertEqual(table.quartiles([3, 1, 2, 4]), [2, 3, 4])
        self.assertEqual(table.quartiles([math.inf, 1]), [1, math.inf, math.inf])

    def test_the_whole(self):
        text = table.table(RESULTS)
        self.assertIn('Executions to the first find of another, `cloner/outputs/y/-`, seeds from 10 on.', text)
        self.assertIn('Shrinking of a fault, seeds from 20 on.', text)
        self.assertNotIn('Shrinking of another', text)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
