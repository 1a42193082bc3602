"""Copies of this checkout, as it stands, for scripts that change it or build it in another way."""
import os
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


def files():
    """What git knows and what is new, without what it ignores; in an export without git, all but what Bazel and Python leave."""
    listed = subprocess.run(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], cwd=ROOT, stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, check=False) if os.path.exists(os.path.join(ROOT, '.git')) else None
    if listed is not None and listed.returncode == 0:
        return [name for name in os.fsdecode(listed.stdout).split('\0') if name and os.path.lexists(os.path.join(ROOT, name))]
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in ('.git', '__pycache__') and not os.path.islink(os.path.join(folder, name))]
        found += [os.path.relpath(os.path.join(folder, name), ROOT) for name in names]
    return found


def copy_to(folder):
    """Into a folder that is not there yet; links stay links."""
    for name in files():
        there = os.path.join(folder, name)
        os.makedirs(os.path.dirname(there), exist_ok=True)
        shutil.copy2(os.path.join(ROOT, name), there, follow_symlinks=False)


def remove(folder):
    """Also what Bazel has put out, which is not writable."""
    subprocess.run(['chmod', '-R', 'u+w', folder], check=False)
    shutil.rmtree(folder)
