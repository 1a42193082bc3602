"""Runs a printed script in a fresh process."""

import os
import subprocess
import sys
import tempfile

# Characters of what a script prints that are told, and how long it may take.
MAX_OUTPUT = 4000
SECONDS = 100


def confirm(script):
    """Its output, and its exit code if it has ended."""
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, 'finding.py')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(script)
        try:
            run = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=SECONDS, cwd=directory)
        except subprocess.TimeoutExpired:
            return {'output': 'no end within %d seconds' % SECONDS}
    last = run.stderr.strip().splitlines()[-1:] if run.returncode not in (0, 1, 2) else []
    return {'exit_code': run.returncode, 'output': (run.stdout.strip() + '\n' + '\n'.join(last)).strip()[:MAX_OUTPUT]}
