"""Which share of the lines of core/ a campaign runs, by a clonecheck that counts them (bazel build --config=cover)."""
import json
import os
import shutil
import subprocess
import tempfile

import programs

CASES = 1000
TOOLS = ('llvm-profdata-19', 'llvm-cov-19')


def lines(program, seed, folder, stop):
    """A share; files are made in `folder` and removed."""
    profile = os.path.join(folder, 'cover')
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        environment = dict(os.environ, LLVM_PROFILE_FILE=os.path.join(scratch, '%p.profraw'))
        # That there are findings is no matter here, and shrinking them is none of the campaign.
        programs.run([program, 'fuzz', '--cases', str(CASES), '--seed', str(seed), '--quiet', '--fail-on', 'none', '--out', '',
                        '--json', profile + '.json'], stop, env=environment, stdout=subprocess.DEVNULL, check=True)
        raw = [os.path.join(scratch, name) for name in os.listdir(scratch)]
        merged = os.path.join(scratch, 'all.profdata')
        programs.run(['llvm-profdata-19', 'merge', '-o', merged] + raw, stop, check=True)
        done = programs.run(['llvm-cov-19', 'export', program, '-instr-profile', merged, '-summary-only'], stop,
                              stdout=subprocess.PIPE, check=True)
    os.remove(profile + '.json')
    ours = [entry['summary']['lines'] for entry in json.loads(done.stdout)['data'][0]['files']
            if '/core/' in '/' + entry['filename'] and '/external/' not in entry['filename']]
    return sum(entry['covered'] for entry in ours) / sum(entry['count'] for entry in ours)


def missing_tools():
    return [tool for tool in TOOLS if shutil.which(tool) is None]
