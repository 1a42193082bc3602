"""Where commands of the documentation are run that commands_test.py does not run itself.

By how a line begins: a stage of .ci/run, a test, `by hand` and the page that says when and what came out, or `not whole` and the page that
says how much of it was run. A stage must have the very program with all of the line's options, and with those of its words that say what
is done; it may have more, and other numbers.
"""
import os
import re
import shlex

WHERE = {
    'bash .ci/run': 'not whole: docs/testing.md',
    'bazel build --config=remote': 'not whole: docs/remote.md',
    'bazel build -c opt //cli:clonecheck': 'stage main_job',
    'bazel run --config=libfuzzer': 'stage commands',
    'bazel run -c opt //bench:search_bench': 'stage commands',
    'bazel run -c opt //fuzz:mutate_cases': 'stage live',
    'bazel test //...': 'stage test',
    'bazel test //fuzz/...': 'stage test',
    'bazel test --config=remote': 'not whole: docs/remote.md',
    'bench/frameworks/run': 'stage live',
    'bench/frameworks/run --with-peers': 'stage commands',
    'bench/peers/run': 'stage commands',
    'cp -rLf bazel-bin/cli/clonecheck': 'stage main_job',
    'export PATH=$HOME/clonecheck:$PATH': 'stage main_job',
    'fixes/confirm': 'stage live',
    'fuzz/coverage': 'stage commands',
    'fuzz/mutator-trials': 'stage commands',
    'fuzz/oss-fuzz/check': 'stage oss_fuzz',
    "git diff '*/recorded/*'": 'stage commands',
    'for version in 2.2.4 2.2.5 2.3.1; do targets/run-script': 'stage live',
    'python3 -m venv venv': 'stage python',
    'reports/nightly': 'test cli:nightly_test',
    'targets/confirm_cases.py': 'stage live',
    'targets/run-script': 'stage live',
    'tools/format': 'stage format',
    'tools/mutation-score': 'stage commands',
    'tools/record-results': 'stage commands',
    'tools/release-build': 'stage commands',
    'tools/setup': 'stage test',
    'tools/tidy': 'stage commands',
    'tools/setup && bazel test //...': 'stage test',
    'tools/setup --dev': 'stage oss_fuzz',
    'tools/setup --targets': 'stage live',
    'tools/setup-targets': 'stage live',
    'tools/test-coverage': 'stage commands',
    'tools/without-root': 'stage commands',
    'venv/bin/pytest python/examples': 'stage python',
}

# Programs and commands that pages name within text only. `by` a program: that one calls it. `workflow`: one of .github/workflows.
NAMED = {
    'bazel build --config=cover': 'by reports/nightly',
    'bazel build --define=precompiled_headers=no //...': 'workflow sanitizers',
    'bazel build -c opt //judge/bindings:proposals_test': 'by hand: docs/judging.md',
    'bazel run -c opt --config=unsanitized //fuzz:clone_fuzzer_run': 'stage commands',
    'bazel run -c opt //bench:pipeline_bench': 'stage commands',
    'bazel run -c opt //bench:scale_bench': 'stage commands',
    'bazel test --config=asan --config=ubsan //...': 'workflow sanitizers',
    'bazel test --config=msan': 'workflow sanitizers',
    'bazel test --config=tsan //...': 'workflow sanitizers',
    'bazel test --config=ubsan //...': 'workflow sanitizers',
    'bazel test //bench/peers/...': 'stage test',
    'bazel test //campaign:mutation_score_test --test_output=all': 'stage test',
    'bazel test //corpus:replay_test': 'stage test',
    'bazel-bin/bench/case_loop': 'by bench/instructions',
    'bazel-bin/judge/bindings/proposals_test': 'by hand: docs/judging.md',
    'bench/instructions': 'stage instructions',
    'bench/judge-speed': 'stage live',
    'bench/minimal-graphs': 'stage commands',
    'bench/scale-instructions': 'stage commands',
    'bench/target-overhead': 'stage live',
    'fixes/confirm_scripts.py': 'stage live',
    'fuzz/oss-fuzz/build.sh': 'by fuzz/oss-fuzz/check',
    'fuzz/rates': 'stage commands',
    'pip install .': 'stage python',
    'reports/browser/check': 'stage browser',
    'reports/schemas/check': 'stage schemas',
    'targets/record-answers': 'stage live',
    'tools/prove-adding': 'stage adding',
    'tools/prove-bare-setup': 'not whole: docs/testing.md',
    'tools/prove-integration': 'stage integration',
    'tools/setup-msan': 'by fuzz/oss-fuzz/check',
}

# Words of a shell that stand before a command.
BEFORE = {'do', 'then', 'else', 'elif', 'if', 'while', 'until', '!', '{', 'time', 'nice'}
# Programs whose first words say what is done, each as a pattern of the words that do.
SAYS = {
    'bazel': r'(//|[a-z]+$)',
    'clonecheck': r'[a-z]+$',
    'fuzz/oss-fuzz/check': r'[a-z:]+$',
    'git': r'[a-z]+$|.*/recorded/',
    'pip': r'[a-z]+$|\.',
    'targets/run-script': r'(keras-[23$]|tf-keras)|(targets|fixes|corpus)/.*\.py$',
    'tools/setup-targets': r'[a-z]',
    'tools/without-root': r'[a-z/]+$',
}


def begins(line, start):
    return line == start or line.startswith(start + ' ')


def commands(line):
    """The simple commands of a line of the shell, each a list of words."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars='();<>|&')
    lexer.whitespace_split = True
    try:
        words = list(lexer)
    except ValueError:  # a quotation that goes on; no line of interest has one
        return
    command, redirected = [], False
    for word in words + [';']:
        if set(word) <= set('<>&') and set(word) & set('<>'):
            redirected = True
        elif set(word) <= set('();|&'):
            while command and command[0] in BEFORE:
                command = command[1:]
            if command[:1] == ['in_time']:  # of .ci/run: if so many minutes are left
                command = command[2:]
            if command:
                yield command
            command = []
        elif redirected:
            redirected = False
        else:
            command.append(word)


def meaning(command):
    """The program, its options without their values, and the words that say what is done."""
    while len(command) > 1 and re.match(r'\w+=', command[0]):
        command = command[1:]
    program, options, says, after = re.sub('^venv/bin/', '', command[0]), set(), set(), False
    for before, word in zip(command, command[1:]):
        if word == '--':
            after = program != 'git'
        elif word.startswith('--config='):
            options.add(word)
        elif word.startswith('--test_output='):
            pass  # what is printed of the same tests
        elif re.match('--?[a-z]', word):
            options.add(word.split('=')[0])
        elif after and '//bench:search_bench' in says:
            if re.match('[a-z]', word) and len(says) < 4:  # its command, and what it is about: planted faults or cloners
                says.add('mutants' if word == 'mutants' else re.sub(r'^keras.*', 'cloners', word))
        elif before != '-c' and not after and re.match(SAYS.get(program, '$.'), word):
            word = re.sub(r'^keras-(2\.[\d.]+|\$.*)$', 'keras-2', word)
            word = re.sub(r'^\.\[.*\]$', '.', word)  # of pip
            says.add('a release' if program == 'tools/setup-targets' and '-' in word else word)
    return program, options, says


def is_of(wanted, there):
    """Whether a stage that has the command `there` runs what `wanted` says."""
    says = {word for word in there[2] if word.endswith('//...')}
    return wanted[0] == there[0] and wanted[1] <= there[1] and all(
        word in there[2] or any(word.startswith(whole[:-3]) for whole in says) for word in wanted[2])


class Gate:
    """The stages of .ci/run, with what each has for commands."""

    def __init__(self):
        with open('.ci/run', encoding='utf-8') as file:
            text = file.read()
        self.stages = re.search(r'^stages=\((.*?)\)', text, re.MULTILINE | re.DOTALL)[1].split()
        self.functions = {}
        for name, line, whole in re.findall(r'^(\w+)\(\) \{(?: ([^\n]*) \}|[^\n]*\n(.*?)^\})$', text, re.MULTILINE | re.DOTALL):
            self.functions[name] = [command for one in (whole or line).replace('\\\n', ' ').splitlines() if not one.strip().startswith('#')
                                    for command in commands(one)]

    def has(self, stage):
        return self.of_function('stage_' + stage)

    def of_function(self, name):
        for command in self.functions[name]:
            # A function may be an argument of another.
            called = [word for word in command if word in self.functions]
            for function in called:
                yield from self.of_function(function)
            if command[0] not in called:
                yield meaning(command)


def wrong_places():
    """Entries whose place is not there."""
    stages = Gate().stages
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


def runs(gate, stage, command):
    wanted = meaning(command.split())
    return any(is_of(wanted, one) or command in one[2] for one in gate.has(stage))


def of_workflow(name):
    """What a workflow has for commands, those of its matrix too."""
    with open('.github/workflows/%s.yml' % name, encoding='utf-8') as file:
        for line in re.findall(r'^ +(?:- )?(?:command: |run: )?(.*)$', file.read(), re.MULTILINE):
            for command in commands(line):
                yield meaning(command)


def not_run(program, place, gate):
    """What is wrong with an entry of NAMED, if anything is."""
    kind, _, where = place.partition(' ')
    wanted = meaning(program.split())
    if ': ' in place:
        page = place.partition(': ')[2]
        return None if os.path.exists(page) else '%s: there is no %s' % (program, page)
    if kind == 'stage' and not (where in gate.stages and runs(gate, where, program)):
        return 'stage %s of .ci/run does not run %s' % (where, program)
    if kind == 'workflow' and not any(is_of(wanted, one) for one in of_workflow(where)):
        return 'workflow %s does not run %s' % (where, program)
    if kind == 'by':
        with open(where, encoding='utf-8') as file:
            text = file.read()
        if not all(word in text for word in wanted[1] or {os.path.basename(program)}):
            return '%s does not run %s' % (where, program)
    return None


def unrun(programs):
    """Of what pages name within text, that which nothing here is about or that is not run where it says, and entries about nothing."""
    gate = Gate()
    for program in sorted(programs):
        if program not in NAMED and not any(program in start.split() or begins(program, start) for start in WHERE):
            yield 'nothing says where %s is run, which is named within text (docs/other_commands.py)' % program
    for program, place in NAMED.items():
        if program not in programs:
            yield 'docs/other_commands.py: no page names %s within text' % program
        elif why := not_run(program, place, gate):
            yield why


def unknown(lines):
    """Of (page, line) those that no entry is about, or that their stage does not run, and the entries that are about none."""
    used, gate = set(), Gate()
    for page, line in lines:
        starts = [start for start in WHERE if begins(line, start)]
        if not starts:
            yield '%s: nothing says where this is run (docs/other_commands.py): %s' % (page, line)
            continue
        start = max(starts, key=len)
        used.add(start)
        kind, _, stage = WHERE[start].partition(' ')
        if kind != 'stage' or stage not in gate.stages:
            continue
        has = list(gate.has(stage))
        for command in commands(line):
            wanted = meaning(command)
            if wanted[0] != 'for' and not any(is_of(wanted, one) for one in has):
                yield '%s: stage %s of .ci/run has no %s with %s: %s' % (
                    page, stage, wanted[0], ' '.join(sorted(wanted[1] | wanted[2])) or 'nothing', line)
    for start in sorted(set(WHERE) - used):
        yield 'docs/other_commands.py: no page has a command that begins with ' + start
