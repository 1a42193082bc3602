"""docs/case.schema.json, known.schema.json and finding.schema.json hold for what is there, and refuse nothing that clonecheck takes.

Usage: schemas_test.py CLONECHECK
"""
import copy
import glob
import json
import os
import subprocess
import sys
import tempfile
import unittest

import jsonschema

CLONECHECK = os.path.abspath(sys.argv.pop(1))


def load(path):
    with open(path, encoding='utf-8') as file:
        return json.load(file)


def validator(name):
    schema = load('docs/%s.schema.json' % name)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


CASE = {
    'clonecheck': 1,
    'inputs': [{'shape': [None, 4]}],
    'layers': [{'class': 'Lambda', 'config': {'function': 'two'}}],
    'calls': [{'layer': 0, 'inputs': ['i0'], 'kwargs': [{'name': 'mask', 'value': None}]}],
    'model': {'inputs': ['i0'], 'outputs': ['c0.1']},
}
# What is put where, and is wrong there.
BROKEN_CASES = [
    (('clonecheck',), 2),
    (('inputs', 0, 'shape'), []),
    (('inputs', 0, 'shape', 1), 0),
    (('inputs', 0, 'dtype'), 'float'),
    (('inputs', 0, 'colour'), 'red'),
    (('layers', 0, 'class'), 'no class'),
    (('layers', 0, 'name'), ''),
    (('layers', 0, 'trainable'), 1),
    (('layers', 0, 'children'), ['0']),
    (('calls', 0, 'inputs', 0), 'x0'),
    (('calls', 0, 'inputs', 0), 'i00'),
    (('model', 'outputs', 0), 'c00.1'),
    (('model', 'outputs', 0), 'c0.01'),
    (('model', 'outputs', 0), 'c0.'),
    (('calls', 0, 'layer'), -1),
    (('calls', 0, 'kwargs', 0), {'name': 'mask'}),
    (('calls', 0, 'kwargs', 0), {'name': 'mask', 'value': None, 'tensor': 'i0'}),
    (('model', 'outputs'), []),
    (('model', 'layer'), 0),
    (('model',), {}),
]
KNOWN = {'version': 1, 'known': [{'signature': 'fixed/outputs/output-values/*', 'reason': 'why', 'reference': 'where'}]}
BROKEN_KNOWN = [
    (('version',), 2),
    (('known', 0, 'signature'), 'fixed/outputs'),
    (('known', 0, 'reason'), 3),
    (('known', 0, 'cause'), 3),
    (('known', 0), {'signature': 'fixed/outputs/output-values/*', 'reason': 'why'}),
]
FINDING = {'clonecheck_finding': 1, 'row': 'K1', 'says': 'what', 'targets': ['keras-3*'], 'operation': 'clone',
           'signatures': ['*/usable/*'], 'graph': CASE}
BROKEN_FINDINGS = [
    (('clonecheck_finding',), 2),
    (('row',), ''),
    (('says',), 1),
    (('targets',), []),
    (('signatures',), 'clone/usable/x'),
    (('needs',), [1]),
    (('variants',), 'eager'),
    (('seed',), -1),
    (('graph',), 'c0'),
]


def broken(document, place, value):
    made = copy.deepcopy(document)
    inner = made
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return made


class Schemas(unittest.TestCase):

    def code(self, document, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'file.json')
            with open(path, 'w', encoding='utf-8') as file:
                json.dump(document, file)
            return subprocess.run([CLONECHECK, *arguments, path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  check=False).returncode

    def test_the_cases_of_the_corpus_are_cases(self):
        paths = glob.glob('corpus/cases/*.json')
        self.assertGreater(len(paths), 30)
        for path in paths:
            with self.subTest(path):
                validator('case').validate(load(path))

    def test_a_number_without_leading_zeros_is_a_number(self):
        for output in ('c0', 'c0.0', 'c0.1', 'i0'):
            with self.subTest(output):
                case = broken(CASE, ('model', 'outputs', 0), output)
                validator('case').validate(case)
                self.assertEqual(self.code(case, 'show'), 0)

    def test_the_known_findings_are_known_findings(self):
        validator('known').validate(load('corpus/known.json'))

    def test_the_kept_findings_are_kept_findings_about_cases(self):
        paths = glob.glob('corpus/findings/*.json')
        self.assertGreater(len(paths), 30)
        for path in paths:
            with self.subTest(path):
                finding = load(path)
                validator('finding').validate(finding)
                validator('case').validate(finding['graph'])

    def test_what_the_schema_of_kept_findings_refuses_clonecheck_refuses(self):
        # A target that answers nothing, of which nothing is asked before.
        hunt = ['fuzz', '--target', 'exec:false', '--cases', '1', '--out', '', '--known']
        validator('finding').validate(FINDING)
        self.assertEqual(self.code(FINDING, *hunt), 3)
        for place, value in BROKEN_FINDINGS:
            with self.subTest(place=place, value=value):
                finding = broken(FINDING, place, value)
                self.assertFalse(validator('finding').is_valid(finding))
                self.assertEqual(self.code(finding, *hunt), 2)

    def test_what_the_schema_of_cases_refuses_clonecheck_refuses(self):
        validator('case').validate(CASE)
        self.assertEqual(self.code(CASE, 'show'), 0)
        for place, value in BROKEN_CASES:
            with self.subTest(place=place, value=value):
                case = broken(CASE, place, value)
                self.assertFalse(validator('case').is_valid(case))
                self.assertEqual(self.code(case, 'show'), 2)

    def test_what_the_schema_of_known_findings_refuses_clonecheck_refuses(self):
        fuzz = ['fuzz', '--cases', '1', '--out', '', '--cloners', 'fixed', '--known']
        validator('known').validate(KNOWN)
        self.assertEqual(self.code(KNOWN, *fuzz), 0)
        for place, value in BROKEN_KNOWN:
            with self.subTest(place=place, value=value):
                known = broken(KNOWN, place, value)
                self.assertFalse(validator('known').is_valid(known))
                self.assertEqual(self.code(known, *fuzz), 2)


if __name__ == '__main__':
    unittest.main()
