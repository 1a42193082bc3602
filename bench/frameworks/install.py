"""Puts NNSmith and matplotlib, in the versions of *-requirements.txt, into virtual environments in a folder of the user's cache. What is in
place is left alone. The frameworks themselves are tools/setup-targets' to install."""
import os
import subprocess

import installing
from installing import NotInstalled

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FOLDER = installing.folder('frameworks', 'CLONECHECK_FRAMEWORKS')
TARGETS = subprocess.check_output([os.path.join(ROOT, 'targets/folder')], text=True).strip()


def target_python(environment):
    """The interpreter of an environment of tools/setup-targets."""
    python = os.path.join(TARGETS, environment + '-venv', 'bin', 'python')
    if not os.path.exists(python):
        raise NotInstalled('%s is not in %s; run tools/setup-targets %s' % (environment, TARGETS, environment))
    return python


def packages(python):
    """The folder of its packages."""
    return subprocess.run([python, '-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'], stdout=subprocess.PIPE, text=True,
                          check=True).stdout.strip()


def environment(name):
    """The interpreter that has what NAME-requirements.txt says."""
    return installing.python_environment(os.path.join(FOLDER, name + '-venv'), os.path.join(HERE, name + '-requirements.txt'))
