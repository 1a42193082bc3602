#!/usr/bin/env python3
"""Asks the real Keras whether it does with each case what our model of it says.

    targets/confirm_cases.py CLONECHECK VERSION CASE.json...

CLONECHECK is the built command, VERSION a Keras that tools/setup --targets has installed. For each case the verdict of
`clonecheck replay` on the cloner keras-VERSION is held against the case's Python script, run on the real Keras of that
version: the same outcome, and for a refusal the same exception with the same text. Prints a line a case; exit code 0 if
all agree. The real one is right where they differ. What our model says never ends is given a minute there.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

RUN_SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'run-script')
SECONDS = 60  # most cases take three, nearly all of them to load TensorFlow
# What TensorFlow refuses is compared as a fact: its texts are not imitated.
BACKEND = 'refused by the backend'


def model_says(clonecheck, cloner, case, folder):
    """(outcome, error) of our model: 'agree', 'differ', 'raised' or 'hangs'."""
    run = os.path.join(folder, 'run.json')
    # What the script can show: a refusal and unequal outputs. The other obligations have scripts of their own
    # (confirm_obligations.py).
    subprocess.run([clonecheck, 'replay', case, '--cloners', cloner, '--obligations', 'completes,outputs',
                    '--quiet', '--fail-on', 'none', '--json', run], check=True, stdout=subprocess.DEVNULL)
    with open(run) as file:
        counts = json.load(file)['cloners'][cloner]
    for outcome in ('agree', 'agree_numerically', 'differ', 'raised', 'hangs'):
        if counts[outcome]:
            findings = counts['findings']
            return outcome.replace('_numerically', ''), findings[0]['error'] if findings else None
    return 'other', None


def keras_says(clonecheck, version, case, folder):
    """(outcome, error) of the real Keras."""
    script = os.path.join(folder, 'case.py')
    with open(script, 'w') as file:
        subprocess.run([clonecheck, 'show', case, '--as', 'python'], check=True, stdout=file)
    # By `timeout`, which ends the interpreter that the shell starts as well.
    result = subprocess.run(['timeout', str(SECONDS), RUN_SCRIPT, 'keras-' + version, script], capture_output=True, text=True)
    if result.returncode == 124:
        return 'hangs', None
    raised = re.search(r'^clone_model raised (.*)$', result.stdout, re.MULTILINE)
    if raised:
        return 'raised', raised.group(1)
    if result.returncode in (0, 1):
        return ('agree', 'differ')[result.returncode], None
    return 'exit code %d' % result.returncode, result.stdout + result.stderr


def same(ours, real):
    if ours[0] != real[0]:
        return False
    if ours[0] != 'raised' or BACKEND in ours[1]:
        return True
    return ours[1] == real[1]


def main(arguments):
    if arguments[:1] in (['-h'], ['--help']):
        print(__doc__)
        return 0
    if len(arguments) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    clonecheck, version, cases = arguments[0], arguments[1], arguments[2:]
    failed = 0
    for case in cases:
        with tempfile.TemporaryDirectory() as folder:
            ours = model_says(clonecheck, 'keras-' + version, case, folder)
            real = keras_says(clonecheck, version, case, folder)
        if same(ours, real):
            print('same      %s: %s %s' % (case, real[0], real[1] or ''))
        else:
            failed += 1
            print('DIFFERENT %s\n  our model: %s %s\n  Keras %s: %s %s' % (
                case, ours[0], ours[1] or '', version, real[0], real[1] or ''))
    print('%d of %d cases as on Keras %s' % (len(cases) - failed, len(cases), version))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
