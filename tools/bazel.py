"""Bazel, as scripts in Python run it: what $BAZEL says, if it is set, with options that a machine needs of its own."""
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


def run(*arguments, cwd=ROOT, output_base=None, check=True, **options):
    """`output_base`: a folder of its own for what it makes; `options`: those of subprocess.run."""
    command = os.environ.get('BAZEL', 'bazel').split()
    if output_base is not None:
        command.append('--output_base=' + output_base)
    return subprocess.run([*command, *arguments], cwd=cwd, check=check, text=True, **options)


def output(*arguments, **options):
    return run(*arguments, stdout=subprocess.PIPE, **options).stdout


def bin_folder(*flags, **options):
    """Where what is built with these flags is."""
    return output('info', *flags, 'bazel-bin', stderr=subprocess.DEVNULL, **options).strip()
