"""seed_corpus: cases as seeds of the fuzz targets over cases, made when they are built."""

def _seed_corpus_impl(ctx):
    folder = ctx.actions.declare_directory(ctx.label.name)
    arguments = ctx.actions.args()
    arguments.add(folder.path)
    arguments.add_all(ctx.files.cases)
    ctx.actions.run(
        outputs = [folder],
        inputs = ctx.files.cases,
        executable = ctx.executable._write_seeds,
        arguments = [arguments],
        mnemonic = "WriteSeeds",
    )
    return [DefaultInfo(files = depset([folder]), runfiles = ctx.runfiles([folder]))]

seed_corpus = rule(
    implementation = _seed_corpus_impl,
    doc = "A folder with one seed for each case, and some of choices.",
    attrs = {
        "cases": attr.label_list(
            allow_files = [".json"],
            doc = "cases as JSON",
        ),
        "_write_seeds": attr.label(
            default = "//fuzz:write_seeds",
            executable = True,
            # Built once, as it is for people: for "exec" all of core were built again.
            cfg = "target",
        ),
    },
)
