"""The one place that decides where a dependency comes from.

A repository rule of this folder calls `find_system_package` first, and then
writes BUILD files for what was found. It says nothing about what the
dependency's targets are called: that is each rule's own business.
"""

# Where a distribution puts libraries; the first is Debian's multiarch layout.
_LIBRARY_DIRS = [
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/usr/local/lib",
    "/usr/lib64",
    "/usr/lib",
]

# Where a distribution puts headers that the compiler finds by itself.
_INCLUDE_DIRS = ["/usr/include", "/usr/local/include"]

def find_system_package(ctx, package, header):
    """Returns the path of the folder that holds `header`, or stops the build.

    A from-source build takes its place here, before `fail`, so that no rule
    has to change; until then `--override_repository=NAME=PATH` does it for one
    build.

    Args:
      ctx: the repository context
      package: the Debian package that has it, for the message
      header: a header of the package, relative to an include folder
    """
    for folder in _INCLUDE_DIRS:
        if ctx.path(folder + "/" + header).exists:
            return ctx.path(folder)
    fail(("@{name}: {header} is not in {folders}. Run tools/setup, which " +
          "installs the package {package}; or build from source with " +
          "--override_repository={name}=PATH.").format(
        name = ctx.name,
        header = header,
        folders = " or ".join(_INCLUDE_DIRS),
        package = package,
    ))

def find_in_library_dirs(ctx, relative):
    """Returns the path of the first library folder that has `relative`, or None."""
    for folder in _LIBRARY_DIRS:
        if ctx.path(folder + "/" + relative).exists:
            return ctx.path(folder)
    return None

def system_library_build(libraries):
    """Returns a BUILD file with one cc_library per entry of `libraries`.

    The headers are on the compiler's own path, so a target carries only what
    the linker needs; -l: takes the archive, -l whatever there is.

    Args:
      libraries: {target name: (linkopts, deps)}
    """
    build = 'package(default_visibility = ["//visibility:public"])\n'
    for name, (linkopts, deps) in libraries.items():
        build += "\ncc_library(\n    name = %r,\n    linkopts = %r,\n    deps = %r,\n)\n" % (
            name,
            linkopts,
            deps,
        )
    return build
