"""bench/peers/oracle: it answers what peers in other languages ask, a line for a line."""
import json
import subprocess
import sys
import unittest

LOST_OUTPUT = 'keras-2.2.4/completes/could-not-compute-output/Lambda'


def case(outputs, sizes=(2,)):
    """The layer with two outputs, called on input 0; then an Activation that nobody needs."""
    return {'clonecheck': 1, 'inputs': [{'shape': [None, size]} for size in sizes],
            'layers': [{'class': 'Activation', 'config': {'activation': 'relu'}},
                       {'class': 'Lambda', 'config': {'function': 'two'}}],
            'calls': [{'layer': 1, 'inputs': ['i0']}, {'layer': 0, 'inputs': ['c0']}],
            'model': {'inputs': ['i%d' % i for i in range(len(sizes))], 'outputs': outputs}}


def ask(*questions, signature=LOST_OUTPUT):
    return subprocess.run([sys.argv[1], signature], input=''.join(json.dumps(one) + '\n' for one in questions),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


class OracleTest(unittest.TestCase):
    def test_answers(self):
        answers = [json.loads(line) for line in ask(case(['c0']), case(['c0.1'])).stdout.splitlines()]
        self.assertEqual(answers, [{'shows': False, 'valid': True, 'calls': 2, 'needed': 1},
                                   {'shows': True, 'valid': True, 'calls': 2, 'needed': 1}])

    def test_what_keras_refuses(self):
        refused = case(['c0'], sizes=(2, 3))
        refused['layers'][0] = {'class': 'Add', 'config': {}}
        refused['calls'][1]['inputs'] = ['i0', 'i1']
        self.assertEqual(json.loads(ask(refused).stdout)['valid'], False)

    def test_canonical(self):
        canonical = json.loads(ask({'canonical': case(['c0.1'])}).stdout)
        self.assertEqual([layer['class'] for layer in canonical['layers']], ['Lambda', 'Activation'])
        self.assertEqual(canonical['model']['outputs'], ['c0.1'])

    def test_what_is_no_case_is_said(self):
        done = ask({'clonecheck': 1})
        self.assertEqual((done.returncode, done.stdout), (2, ''))
        self.assertIn('this is no case', done.stderr)
        self.assertEqual(ask(signature='nonsense').returncode, 2)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
