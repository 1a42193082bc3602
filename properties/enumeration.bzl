"""An enumeration of all small graphs as actions of the build, one a shard.

Shards run wherever Bazel runs actions (docs/remote.md), are cached like any other output, and are put
together by `clonecheck report`.
"""

def enumeration(name, grammar, max_calls, graphs, shard_count, cloners = ["keras-2.2.4", "keras-2.3.1", "fixed"]):
    """Declares the result of each shard, of all of them, and a test of what it says.

    Args:
      name: of the merged run file, `NAME.json`; the shards are `NAME_shard_I.json`, the test `NAME_test`
      grammar: one of `clonecheck list grammars`
      max_calls: the most calls that a graph has
      graphs: how many graphs there are, as the command prints it (`56,669`)
      shard_count: how many actions share the graphs
      cloners: whom to judge; laws are checked for those that have some, and `fixed` must hold
    """
    shards = []
    for i in range(shard_count):
        shard = "%s_shard_%d" % (name, i)
        native.genrule(
            name = shard,
            testonly = True,
            srcs = ["//cli:clonecheck"],
            outs = [shard + ".json"],
            cmd = " ".join([
                "$(location //cli:clonecheck) enumerate",
                "--grammar %s --max-calls %d --cloners %s" % (grammar, max_calls, ",".join(cloners)),
                "--shard %d/%d --law --jobs 1" % (i, shard_count),
                "--fail-on none --no-timing --json $@ > /dev/null",
            ]),
        )
        shards.append(shard + ".json")
    native.genrule(
        name = name,
        testonly = True,
        srcs = ["//cli:clonecheck"] + shards,
        outs = [name + ".json"],
        cmd = " ".join(
            ["$(location //cli:clonecheck) report"] +
            ["$(location %s)" % shard for shard in shards] +
            ["--fail-on none --no-timing --json $@ > /dev/null"],
        ),
    )
    native.sh_test(
        name = name + "_test",
        size = "small",
        srcs = ["enumeration_test.sh"],
        args = [
            "$(location //cli:clonecheck)",
            "$(location %s.json)" % name,
            "'all %s graphs with at most %d calls'" % (graphs, max_calls),
        ],
        data = [
            name + ".json",
            "//cli:clonecheck",
        ],
    )
