// A library to preload: every reading of the wall clock is a day further off,
// now ahead, now behind, as if somebody kept setting it. Steady clocks stay as
// they are: what is limited or measured by them does not notice.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t Jump(void) {
  static int readings = 0;
  const int days = ++readings;
  return 86400 * (days % 2 ? days : -days);
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  const int failed = (int)syscall(SYS_clock_gettime, clock, now);
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) {
    now->tv_sec += Jump();
  }
  return failed;
}

int gettimeofday(struct timeval* now, void* zone) {
  struct timespec exact;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &exact);
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return 0;
}

time_t time(time_t* out) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  if (out != NULL) *out = exact.tv_sec;
  return exact.tv_sec;
}
