// How AddressSanitizer runs in fuzz targets, where ASAN_OPTIONS says nothing
// else. Does nothing in other builds.
// quarantine_size_mb: memory that was freed is not used again until so much
// has been freed after it, what some hundred inputs free here. With the default
// of 256 each input works in memory that is in no cache. OSS-Fuzz has 10, too.
// malloc_context_size: the innermost callers of what allocated and freed a
// block, which a report shows; to follow them further is paid at each block.
// detect_stack_use_after_return: locals live on the stack, not each in a block
// of its own, which took a quarter of the time. So OSS-Fuzz runs, too; the
// tests of --config=asan are not fuzz targets, and look at it.
// max_malloc_fill_size: a new block is not written over first, an eighth of the
// time; what is read before it is written is MemorySanitizer's matter.
extern "C" const char* __asan_default_options() {  // NOLINT: its name
  return "quarantine_size_mb=10:malloc_context_size=8:"
         "detect_stack_use_after_return=0:max_malloc_fill_size=0";
}
