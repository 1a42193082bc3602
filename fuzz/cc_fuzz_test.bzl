"""cc_fuzz_test: a libFuzzer target, and a test that runs it for a while."""

load("@rules_cc//cc:defs.bzl", "cc_binary")

def cc_fuzz_test(name, srcs, seeds, runs, max_len, deps = None, dictionary = None, **kwargs):
    """Makes <name>_bin, the fuzzer, and <name>, a test.

    The test runs the fuzzer on its seeds and then on what it makes of them: the
    same runs every time, since number and seed are fixed. To fuzz in earnest:
    bazel build --config=libfuzzer //fuzz:<name>_bin, and run that.

    Args:
      name: of the test.
      srcs: the file with LLVMFuzzerTestOneInput.
      seeds: files, or a seed_corpus.
      runs: how many inputs the test tries.
      max_len: bytes of the longest input that the test tries.
      deps: as of cc_binary.
      dictionary: a file of words to mutate with.
      **kwargs: further attributes of the test.
    """

    # Only -fsanitize=fuzzer: the sanitizers are for the configurations to choose.
    cc_binary(
        name = name + "_bin",
        testonly = True,
        srcs = srcs,
        copts = ["-fsanitize=fuzzer"],
        linkopts = ["-fsanitize=fuzzer"],
        deps = deps,
    )
    native.filegroup(
        name = name + "_seeds",
        srcs = seeds,
    )
    native.sh_test(
        name = name,
        srcs = ["run_fuzzer.sh"],
        args = [
            "$(location :%s_bin)" % name,
            str(runs),
            str(max_len),
            "$(location %s)" % dictionary if dictionary else "-",
            "$(locations :%s_seeds)" % name,
        ],
        data = [
            ":%s_bin" % name,
            ":%s_seeds" % name,
        ] + ([dictionary] if dictionary else []),
        **kwargs
    )
