"""Where commands of the documentation are run that commands_test.py does not run itself.

By how a line begins: a stage of .ci/run, a test, `by hand` and the page that has what came out, or `not whole` and the page that says
how much of it was run.
"""
import os
import re

WHERE = {
    'bash .ci/run': 'not whole: docs/testing.md',
    'bazel build --config=remote': 'not whole: docs/remote.md',
    'bazel run --config=libfuzzer': 'stage commands',
    'bazel run -c opt //bench:search_bench': 'stage commands',
    'bazel test //...': 'stage test',
    'bazel test //fuzz/...': 'stage test',
    'bazel test --config=remote': 'not whole: docs/remote.md',
    'bench/frameworks/run': 'stage live',
    'bench/peers/run': 'stage commands',
    'fixes/confirm': 'stage live',
    'fuzz/coverage': 'stage commands',
    'fuzz/mutator-trials': 'stage commands',
    'fuzz/oss-fuzz/check address undefined': 'not whole: docs/fuzzing.md',
    'fuzz/oss-fuzz/check address:afl': 'not whole: docs/fuzzing.md',
    'fuzz/oss-fuzz/check memory': 'not whole: docs/fuzzing.md',
    "git diff '*/recorded/*'": 'stage commands',
    'for version in 2.2.4 2.2.5 2.3.1; do targets/run-script': 'stage live',
    'pip install .': 'stage python',
    'pytest python/examples': 'stage python',
    'reports/nightly': 'test cli:nightly_test',
    'targets/confirm_cases.py': 'stage live',
    'targets/run-script': 'stage live',
    'tools/format': 'stage format',
    'tools/mutation-score': 'stage commands',
    'tools/record-results': 'stage commands',
    'tools/release-build': 'stage commands',
    'tools/setup': 'stage test',
    'tools/setup && bazel test //...': 'stage test',
    'tools/setup && pip install .': 'stage python',
    'tools/setup --dev': 'stage oss_fuzz',
    'tools/setup --targets': 'stage live',
    'tools/setup-targets': 'stage live',
    'tools/test-coverage': 'stage commands',
}


def begins(line, start):
    return line == start or line.startswith(start + ' ')


def wrong_places():
    """Entries whose place is not there."""
    with open('.ci/run', encoding='utf-8') as file:
        stages = re.search(r'^stages=\((.*?)\)', file.read(), re.MULTILINE | re.DOTALL)[1].split()
    for start, place in WHERE.items():
        kind, _, name = place.partition(': ' if ': ' in place else ' ')
        if kind == 'stage':
            there = name in stages
        elif kind == 'test':
            package, _, target = name.partition(':')
            with open(os.path.join(package, 'BUILD'), encoding='utf-8') as file:
                there = 'name = "%s"' % target in file.read()
        else:
            there = os.path.exists(name)
        if not there:
            yield '%s: there is no %s' % (start, place)


def unknown(lines):
    """Of (page, line) those that no entry is about, and the entries that are about none."""
    used = set()
    for page, line in lines:
        starts = [start for start in WHERE if begins(line, start)]
        if starts:
            used.add(max(starts, key=len))
        else:
            yield '%s: nothing says where this is run (docs/other_commands.py): %s' % (page, line)
    for start in sorted(set(WHERE) - used):
        yield 'docs/other_commands.py: no page has a command that begins with ' + start
