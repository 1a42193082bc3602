"""Google Benchmark: @com_github_google_benchmark//:benchmark and :benchmark_main."""

load(":system_package.bzl", "find_system_package", "system_library_build")

def _benchmark_impl(ctx):
    find_system_package(ctx, "libbenchmark-dev", "benchmark/benchmark.h")
    ctx.file("BUILD", system_library_build({
        "benchmark": (["-lbenchmark", "-pthread"], []),
        "benchmark_main": (["-lbenchmark_main"], [":benchmark"]),
    }))

benchmark = repository_rule(
    implementation = _benchmark_impl,
    doc = "Google Benchmark from the system's package.",
    local = True,
)
