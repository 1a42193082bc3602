"""cc_fuzz_test: a fuzz target, a test that runs it for a while, and what OSS-Fuzz takes of it.

Name, targets, `corpus` and `dicts` are those of rules_fuzzing. To put its macro in the place of this one, take `runs`, `max_len` and
`options`, which it does not have, out of fuzz/BUILD: it hands whatever it does not know to the cc_binary.
"""

load("@rules_cc//cc:defs.bzl", "cc_binary")
load(":sanitized_binary.bzl", "sanitized_binary")

def cc_fuzz_test(name, srcs, corpus, runs, max_len, deps = None, dicts = [], options = [], tags = [], **kwargs):
    """Makes a fuzz target of //fuzz, to which what it takes is private, and what belongs to it.

    - <name>: a test that runs it on its seeds and then on what it makes of them,
      with AddressSanitizer and UndefinedBehaviorSanitizer (or the sanitizer that
      the build was asked for), the same runs every time, since number and seed
      are fixed;
    - <name>_sanitized: the program of that test;
    - <name>_bin: the fuzzer. Its engine is libFuzzer, or, with
      --define=fuzzing_engine=external, the linker option
      --define=LIB_FUZZING_ENGINE=...;
    - <name>_run: fuzzes in earnest (bazel run --config=libfuzzer), or runs the
      files that it is given;
    - <name>_oss_fuzz: a tar of the fuzzer, <name>_seed_corpus.zip, <name>.options
      and <name>.dict, as OSS-Fuzz unpacks it. Not built by `//...`.

    Args:
      name: of the test.
      srcs: the file with LLVMFuzzerTestOneInput.
      corpus: the seeds: files, or a seed_corpus.
      runs: how many inputs the test tries.
      max_len: bytes of the longest input.
      deps: as of cc_binary.
      dicts: a file of words to mutate with; at most one.
      options: further options of libFuzzer, such as "-use_counters=0".
      tags: of the test; "no-oss-fuzz" if it is not for OSS-Fuzz.
      **kwargs: further attributes of the test.
    """

    if len(dicts) > 1:
        fail("%s: libFuzzer takes one dictionary; put the words into one file" % name)
    dictionary = dicts[0] if dicts else None

    # Only the engine: sanitizers are of the configuration, or of sanitized_binary.
    cc_binary(
        name = name + "_bin",
        testonly = True,
        srcs = srcs,
        copts = select({
            "//fuzz:external_engine": [],
            "//conditions:default": ["-fsanitize=fuzzer-no-link"],
        }),
        deps = ([] if deps == None else deps) + [
            "//fuzz:asan_options",
            "//fuzz:engine",
        ],
    )
    native.filegroup(
        name = name + "_seeds",
        srcs = corpus,
    )
    sanitized_binary(
        name = name + "_sanitized",
        testonly = True,
        binary = ":%s_bin" % name,
    )
    arguments = [
        str(max_len),
        "$(location %s)" % dictionary if dictionary else "-",
        "$(locations :%s_seeds)" % name,
    ] + options
    program = ["$(location :%s_bin)" % name]
    data = [
        ":%s_seeds" % name,
    ] + ([dictionary] if dictionary else [])
    native.sh_test(
        name = name,
        srcs = ["//fuzz:run_fuzzer.sh"],
        args = [str(runs), "$(location :%s_sanitized)" % name] + arguments,
        data = data + [":%s_sanitized" % name],
        tags = tags + ["fuzz-test"],
        **kwargs
    )
    native.sh_binary(
        name = name + "_run",
        testonly = True,
        srcs = ["//fuzz:fuzz_in_earnest.sh"],
        args = [name] + select({
            "//fuzz:feedback": ["feedback"],
            "//conditions:default": ["blind"],
        }) + program + arguments + ["--"],
        data = data + [":%s_bin" % name],
        tags = ["manual"],
    )
    native.genrule(
        name = name + "_oss_fuzz",
        testonly = True,
        srcs = data + [":%s_bin" % name],
        outs = [name + "_oss_fuzz.tar"],
        cmd = "$(location //fuzz:package.py) $@ %s %s" % (name, " ".join(program + arguments)),
        tags = ["manual"],
        tools = ["//fuzz:package.py"],
    )
