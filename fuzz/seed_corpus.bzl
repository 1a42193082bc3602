"""seed_corpus: seeds of fuzz targets that are made of cases when the targets are built."""

def _seed_corpus_impl(ctx):
    folder = ctx.actions.declare_directory(ctx.label.name)
    arguments = ctx.actions.args()
    arguments.add(folder.path)
    arguments.add_all(ctx.files.cases)
    ctx.actions.run(
        outputs = [folder],
        inputs = ctx.files.cases,
        executable = ctx.executable.writer,
        arguments = [arguments],
        mnemonic = "WriteSeeds",
    )
    return [DefaultInfo(files = depset([folder]), runfiles = ctx.runfiles([folder]))]

seed_corpus = rule(
    implementation = _seed_corpus_impl,
    doc = "A folder with the seeds that a program makes of cases.",
    attrs = {
        "cases": attr.label_list(
            allow_files = [".json"],
            doc = "cases as JSON",
        ),
        "writer": attr.label(
            doc = "makes the folder: WRITER FOLDER CASE.json...",
            mandatory = True,
            executable = True,
            # Built once, as it is for people: for "exec" all of core were built again.
            cfg = "target",
        ),
    },
)
