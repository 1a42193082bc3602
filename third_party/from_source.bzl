"""Dependencies built from source, in place of the system's packages.

MemorySanitizer wants it: all that a program calls has to be instrumented. A rule
of this folder whose dependency is more than headers asks `unpack_source` first.
Not for the C++ library itself: tools/setup-msan builds that.
"""

# --repo_env=CLONECHECK_FROM_SOURCE=1 (--config=msan) asks for it. A rule that calls
# unpack_source has this as its `environ`, so that it runs again when the answer changes.
FROM_SOURCE = ["CLONECHECK_FROM_SOURCE"]

def archive(url, sha256, strip_prefix):
    """One place where the sources of a dependency are.

    Args:
      url: of a tar or zip
      sha256: as it is published
      strip_prefix: the folder in it
    """
    return struct(url = url, sha256 = sha256, strip_prefix = strip_prefix)

def unpack_source(ctx, archives):
    """Unpacks the first of `archives` that is to be had; False if the system's package is wanted.

    Args:
      ctx: the repository context
      archives: the same sources in different places
    """
    if ctx.os.environ.get(FROM_SOURCE[0], "") != "1":
        return False
    for place in archives:
        file = place.url.rpartition("/")[2]
        if ctx.download(place.url, file, place.sha256, allow_fail = True).success:
            ctx.extract(file, stripPrefix = place.strip_prefix)
            ctx.delete(file)
            return True
    fail(("@{name}: could not download {urls}. Mend the network, or give a folder with the sources: " +
          "--override_repository={name}=FOLDER (third_party/README.md).").format(
        name = ctx.name,
        urls = " or ".join([place.url for place in archives]),
    ))
