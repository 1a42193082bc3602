"""Of which clonecheck, when, and beside how much else something was measured."""
import datetime
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


def git(*arguments):
    done = subprocess.run(['git', *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ''


def stamp():
    """`load`: the average number of programs that ran or waited to, of the last five minutes; what is measured is one of them."""
    commit = git('rev-parse', '--short=7', 'HEAD') or 'unknown'
    # Pages, and the results themselves, change nothing that is measured.
    if git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs', ':!*.md'):
        commit += ' with changes'
    return {'commit': commit, 'date': datetime.date.today().isoformat(), 'load': round(os.getloadavg()[1], 1)}


def words(stamps):
    """`commit 1234567, 2026-01-31, load 1.0 to 1.2`, of one or of several that are alike in the rest."""
    if not stamps:
        return 'nobody has noted of which commit'
    found = {}
    for one in stamps:
        found.setdefault((one['commit'], one['date']), []).append(one['load'])
    return '; '.join('commit %s, %s, load %s' % (commit, date, ' to '.join(str(load) for load in sorted({min(loads), max(loads)})))
                     for (commit, date), loads in found.items())
