"""Dependencies built from source, in place of the system's packages.

MemorySanitizer wants it: all that a program calls has to be instrumented. A rule
of this folder whose dependency is more than headers asks `unpack_source` first.
Not for the C++ library itself: tools/setup-msan builds that.
"""

# --repo_env=CLONECHECK_FROM_SOURCE=1 (--config=msan) asks for it. A rule that calls
# unpack_source has this as its `environ`, so that it runs again when the answer changes.
FROM_SOURCE = ["CLONECHECK_FROM_SOURCE"]

def archive(url, sha256, strip_prefix):
    """A place where the sources of a dependency are: upstream's own.

    Args:
      url: of a tar or zip
      sha256: as it is published
      strip_prefix: the folder in it
    """
    return struct(name = url, package = None, sha256 = sha256, strip_prefix = strip_prefix)

def debian_archive(package, sha256, strip_prefix):
    """A place where the sources of a dependency are: upstream's archive in a source package of Debian.

    Args:
      package: the source package; apt finds it where it has its packages from (debian-source)
      sha256: as it is published; it says which version of the package it is, too
      strip_prefix: the folder in it, a .tar.gz
    """
    return struct(name = "apt's source package " + package, package = package, sha256 = sha256, strip_prefix = strip_prefix)

def _unpack(ctx, place):
    """Returns what went wrong, if anything did."""
    if place.package:
        # Kept there, as Bazel keeps its downloads: a local rule runs again whenever Bazel's server starts.
        cache = ctx.os.environ.get("XDG_CACHE_HOME", "") or ctx.os.environ.get("HOME", "/tmp") + "/.cache"
        file = "%s/clonecheck/sources/%s.tar.gz" % (cache, place.sha256)
        done = ctx.execute([ctx.path(Label("//third_party:debian-source")), place.package, place.sha256, file])
        if done.return_code != 0:
            return done.stderr
        ctx.extract(file, stripPrefix = place.strip_prefix)
        return ""
    file = place.name.rpartition("/")[2]
    if not ctx.download(place.name, file, place.sha256, allow_fail = True).success:
        return place.name + " was not to be had\n"
    ctx.extract(file, stripPrefix = place.strip_prefix)
    ctx.delete(file)
    return ""

def unpack_source(ctx, archives):
    """Unpacks the first of `archives` that is to be had; False if the system's package is wanted.

    Args:
      ctx: the repository context
      archives: the same sources in different places
    """
    if ctx.os.environ.get(FROM_SOURCE[0], "") != "1":
        return False
    wrong = ""
    for place in archives:
        what = _unpack(ctx, place)
        if not what:
            return True
        wrong += what
    fail(("{wrong}@{name}: its sources are not to be had, see above. Mend the network or apt's sources, or give a folder " +
          "with them: --override_repository={name}=FOLDER (third_party/README.md).").format(name = ctx.name, wrong = wrong))
