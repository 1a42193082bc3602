"""Run files to look at: a real one, and made ones with names that nobody would choose, or with very many findings."""
import copy
import json
import subprocess

# What a name may hold that turns a page, a file or a reader's head.
HOSTILE = [
    '<script>document.title = "owned"</script>',
    '</script><img src=x onerror="document.title = \'owned\'">',
    '"double" \'single\' `back` \\ back\\slash & &amp; <b>bold</b>',
    'two\nlines\r\nand\ttabs',
    'turned \u202e around \u2066 and \u200f isolated \u2069',
    '{{data}} {{script}} ${data} %s %n',
    ']]> --> */ <!-- <![CDATA[',
    'é 層 🙂 \u0301\u0000\u001b[31m',
    'long ' + 'x' * 10_000,
]
# The longest that is a name in a case (core/limits.h) is shorter: such a witness is shown, and not drawn.
MAX_NAME = 1024


def finished(arguments, codes=(0, 1)):
    """Runs a command that may find something, and returns what it printed."""
    done = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode not in codes:
        raise AssertionError('%s: exit code %d\n%s' % (arguments, done.returncode, done.stderr))
    return done.stdout


def fuzzed(program, path, *arguments):
    """The run file of a campaign."""
    finished([program, 'fuzz', '--quiet', '--json', path, '--out', ''] + list(arguments))
    with open(path, encoding='utf-8') as file:
        return json.load(file)


def written(path, run):
    with open(path, 'w', encoding='utf-8') as file:
        json.dump(run, file)
    return path


def report(program, run, html, *arguments):
    """The HTML report of a run file."""
    finished([program, 'report', run, '--quiet', '--html', html] + list(arguments))
    return html


def named(finding, name):
    """The finding, with a layer of this name, and the name in all that a report shows of it."""
    finding = copy.deepcopy(finding)
    finding['symptom'] = name
    parts = finding['signature'].split('/')
    finding['signature'] = '/'.join(parts[:2] + [name] + parts[3:])
    finding['error'] = 'ValueError: %s' % name
    finding['known'] = None
    finding['replay'] = 'clonecheck replay "%s"' % name
    layers = finding['witness']['layers']
    if layers:
        layers[0]['name'] = name
    return finding


def with_findings(run, cloner, findings):
    """The run, with these findings and no others."""
    run = copy.deepcopy(run)
    for name, counts in run['cloners'].items():
        counts['findings'] = findings if name == cloner else []
    return run


def hostile(run):
    """A run with a finding for each hostile name, once as long as it is, and once so short that it is a name."""
    cloner, some = next((name, counts['findings']) for name, counts in run['cloners'].items() if counts['findings'])
    names = HOSTILE + [name[:MAX_NAME] + ' short' for name in HOSTILE if len(name) < MAX_NAME - 10]
    return with_findings(run, cloner, [named(some[i % len(some)], name) for i, name in enumerate(names)])


def many(run, count):
    """A run with `count` findings: those of `run` again and again, each with its number, one in ten hostile."""
    findings = [finding for counts in run['cloners'].values() for finding in counts['findings']]
    made = {name: [] for name in run['cloners']}
    for i in range(count):
        finding = copy.deepcopy(findings[i % len(findings)])
        cloner = finding['signature'].split('/')[0]
        number = 'n%04d' % i
        if i % 10 == 0:
            finding = named(finding, '%s-%s' % (number, HOSTILE[i // 10 % len(HOSTILE)]))
        else:
            parts = finding['signature'].split('/')
            finding['signature'] = '/'.join(parts[:2] + ['%s-%s' % (number, parts[2])] + parts[3:])
        finding['first_case'] = i
        made[cloner].append(finding)
    run = copy.deepcopy(run)
    run['cases'] = max(run['cases'], count)
    for name, counts in run['cloners'].items():
        counts['findings'] = made[name]
    return run
