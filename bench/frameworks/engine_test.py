"""bench/frameworks/engine tells graphs of its lists, says what cloners make of them, and takes the time: engine_test.py ENGINE."""
import json
import subprocess
import sys
import unittest

ENGINE = sys.argv[1]
PLAIN = {'Activation', 'Dense', 'Add', 'Concatenate', 'MultiOut'}


def said(cases, *arguments):
    done = subprocess.run([ENGINE, *arguments], input='\n'.join(map(str, cases)), stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


class EngineTest(unittest.TestCase):
    def test_graphs_have_eight_calls_of_the_list(self):
        graphs = [one['graph'] for one in said(range(50), 'graphs', 'plain', '1')]
        self.assertEqual({len(graph['calls']) for graph in graphs}, {8})
        self.assertEqual({layer['class'] for graph in graphs for layer in graph['layers']}, PLAIN)
        self.assertEqual({len(one['graph']['calls']) for one in said(range(50), 'graphs', 'default', '1')}, {8})

    def test_a_case_is_the_same_in_any_order(self):
        forward = said([3, 4, 5], 'graphs', 'default', '7')
        self.assertEqual(said([5, 4, 3], 'graphs', 'default', '7'), forward[::-1])

    def test_cloners_are_judged(self):
        found = [one['verdicts'] for one in said(range(50), 'verdicts', 'plain', '1', 'keras-2.2.4,fixed', 'completes,outputs')]
        self.assertEqual({verdicts[0] for verdicts in found}, {'agree', 'raised'})
        self.assertEqual({verdicts[1] for verdicts in found}, {'agree'})

    def test_passes_are_counted(self):
        for cloners, obligations in (('-', 'completes'), ('keras-2.2.4,fixed', 'completes,outputs'), ('keras-2.2.4', '-')):
            took, = said(range(10), 'time', 'plain', '1', cloners, obligations, '20')
            self.assertEqual(took['graphs'], 200)
            self.assertGreater(took['seconds'], 0)

    def test_bad_usage_is_told(self):
        for arguments in (['graphs', 'no-list', '1'], ['time', 'plain', '1', 'nobody', 'completes', '1'], ['time', 'plain', '1'], []):
            done = subprocess.run([ENGINE, *arguments], input='', stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertTrue(done.stderr)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
