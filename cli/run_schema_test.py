"""What every command that takes --json writes is what docs/run.schema.json says, of fidelity docs/fidelity.schema.json.

Arguments: the clonecheck program, the two schemas, a stored run file of each version, a case, a model, and a candidate.
"""
import copy
import json
import os
import subprocess
import sys
import tempfile
import unittest

import jsonschema

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fake_target  # noqa: E402

PROGRAM, SCHEMA, OF_FIDELITY, STORED, CASE, MODEL, CANDIDATE = (os.path.abspath(path) for path in sys.argv[1:8])


def run(*arguments):
    """The run file of a command, whose exit code says whether there were findings."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'run.json')
        done = subprocess.run([PROGRAM, *arguments, '--json', path], cwd=folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode not in (0, 1):
            raise AssertionError('%s: %s' % (arguments, done.stderr))
        with open(path, encoding='utf-8') as file:
            return json.load(file)


def load(path):
    with open(path, encoding='utf-8') as file:
        return json.load(file)


class RunSchemaTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        schema = load(SCHEMA)
        jsonschema.Draft202012Validator.check_schema(schema)
        cls.validator = jsonschema.Draft202012Validator(schema)

    def errors(self, run_file):
        return ['%s: %s' % ('/'.join(map(str, error.absolute_path)), error.message[:200])
                for error in self.validator.iter_errors(run_file)]

    def check(self, run_file, findings):
        self.assertEqual(self.errors(run_file), [])
        found = sum(len(cloner['findings']) for cloner in run_file['cloners'].values())
        self.assertGreaterEqual(found, findings)

    def test_a_stored_file_is_valid(self):
        self.check(load(STORED), 3)

    def test_fuzz_is_valid(self):
        self.check(run('fuzz', '--cases', '300', '--out', ''), 3)

    def test_fuzz_without_timing_is_valid(self):
        self.check(run('fuzz', '--cases', '20', '--out', '', '--no-timing', '--cloners', 'fixed'), 0)

    def test_enumerate_is_valid(self):
        self.check(run('enumerate', '--max-calls', '2', '--law', '--preserve', 'keras-2.2.4'), 1)

    def test_fuzz_of_a_target_is_valid(self):
        hunted = run('fuzz', '--target', fake_target.command(fake_target.renames), '--cases', '30', '--out', '')
        self.check(hunted, 1)
        (cloner,) = hunted['cloners'].values()
        self.assertEqual(sum(count for count in cloner.values() if isinstance(count, int)), hunted['cases'])

    def test_shrink_is_valid(self):
        self.check(run('shrink', CASE, '--cloner', 'keras-2.2.4'), 1)

    def test_fidelity_has_a_schema_of_its_own(self):
        compared = run('fidelity', '--target', fake_target.command(fake_target.refuses_lambda), '--cases', '20', '--jobs', '1',
                       '--spoil', '0', '--max-evaluations', '50')
        self.assertGreater(len(compared['differences']), 0)
        self.assertGreater(len(compared['worker_failures']), 0)
        schema = load(OF_FIDELITY)
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        self.assertEqual([error.message for error in validator.iter_errors(compared)], [])
        self.assertTrue(self.errors(compared))
        given = run('fidelity', '--target', fake_target.command(fake_target.refuses_lambda), '--jobs', '1', '--max-evaluations', '5', CASE)
        self.assertEqual([error.message for error in validator.iter_errors(given)], [])
        self.assertEqual([one['file'] for one in given['differences'] + given['worker_failures']], [CASE])
        for spoil in (
                lambda file: file.pop('fields'),
                lambda file: file['fields']['built'].update(agree=-1),
                lambda file: file['differences'][0].pop('witness'),
                lambda file: file['worker_failures'][0].update(outcome='slept'),
        ):
            spoiled = copy.deepcopy(compared)
            spoil(spoiled)
            self.assertFalse(validator.is_valid(spoiled))

    def test_replay_is_valid(self):
        self.check(run('replay', CASE), 1)

    def test_check_is_valid(self):
        self.check(run('check', MODEL), 0)

    def test_judge_is_valid(self):
        judged = run('judge', CANDIDATE, '--cases', '20', '--max-calls', '1', '--out', '')
        self.check(judged, 1)
        self.assertEqual(len(judged['candidates']), 1)

    def test_what_is_no_run_file_is_not_valid(self):
        whole = run('fuzz', '--cases', '50', '--out', '', '--obligations', 'completes,outputs')
        name = next(name for name, cloner in whole['cloners'].items() if cloner['findings'])
        for spoil in (
                lambda file: file.pop('features'),
                lambda file: file.update(version=2),
                lambda file: file.update(command='guess'),
                lambda file: file['features'].update(nested_model=1.5),
                lambda file: file['cloners'][name].pop('agree'),
                lambda file: file['cloners'][name]['findings'][0].update(severity='fatal'),
                lambda file: file['cloners'][name]['findings'][0].update(replay='rm -r x'),
                lambda file: file['cloners'][name]['findings'][0].pop('witness'),
                lambda file: file['cloners'][name]['findings'][0]['shrink'].update(proof='maybe'),
        ):
            spoiled = copy.deepcopy(whole)
            spoil(spoiled)
            self.assertTrue(self.errors(spoiled))


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
