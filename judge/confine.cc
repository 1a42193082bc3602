#include "judge/confine.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/limits.h"

namespace clonecheck {
namespace {

#if defined(__x86_64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
#error "Say which architecture the system calls are of."
#endif

// A filter, built from the front to the back.
class Filter {
 public:
  Filter() {
    // Another architecture numbers its calls otherwise.
    Load(offsetof(seccomp_data, arch));
    JumpIfEqual(kArchitecture, 1, 0);
    Return(SECCOMP_RET_KILL_PROCESS);
    Load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
    // The x32 calls are the same ones under other numbers.
    Add(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
    Return(Error(EPERM));
#endif
  }

  void Forbid(long call, int error = EPERM) {
    JumpIfEqual(static_cast<uint32_t>(call), 0, 1);
    Return(Error(error));
  }

  // Forbidden unless argument `argument` has one of `bits` (if `wanted`), or
  // none of them (if not).
  void ForbidByBits(long call, int argument, uint32_t bits, bool wanted) {
    JumpIfEqual(static_cast<uint32_t>(call), 0, 4);
    Load(offsetof(seccomp_data, args) + 8 * static_cast<size_t>(argument));
    Add(BPF_JMP | BPF_JSET | BPF_K, bits, wanted ? 1 : 0, wanted ? 0 : 1);
    Return(Error(EPERM));
    Return(SECCOMP_RET_ALLOW);
  }

  // Forbidden unless argument 0 is `value`.
  void ForbidOthers(long call, uint32_t value) {
    JumpIfEqual(static_cast<uint32_t>(call), 0, 4);
    Load(offsetof(seccomp_data, args));
    JumpIfEqual(value, 1, 0);
    Return(Error(EPERM));
    Return(SECCOMP_RET_ALLOW);
  }

  bool Install() {
    Return(SECCOMP_RET_ALLOW);
    sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

 private:
  static uint32_t Error(int error) {
    return SECCOMP_RET_ERRNO | static_cast<uint32_t>(error);
  }
  void Add(int code, uint32_t k, int yes, int no) {
    code_.push_back(sock_filter{static_cast<uint16_t>(code),
                                static_cast<uint8_t>(yes),
                                static_cast<uint8_t>(no), k});
  }
  void Load(size_t offset) {
    Add(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(offset), 0, 0);
  }
  void JumpIfEqual(uint32_t value, int yes, int no) {
    Add(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no);
  }
  void Return(uint32_t value) { Add(BPF_RET | BPF_K, value, 0, 0); }

  std::vector<sock_filter> code_;
};

void Limit(int resource, unsigned long value) {
  rlimit limit{};
  getrlimit(static_cast<__rlimit_resource>(resource), &limit);
  if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > value) {
    limit.rlim_max = value;
  }
  limit.rlim_cur = limit.rlim_max;
  setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

}  // namespace

void SetLimits() {
  Limit(RLIMIT_AS, kCandidateMemoryBytes);
  Limit(RLIMIT_CPU, kCandidateCpuSeconds);
  Limit(RLIMIT_FSIZE, kCandidateFileBytes);
  Limit(RLIMIT_CORE, 0);
}

std::string ForbidSystemCalls(bool no_writing) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return std::strerror(errno);
  Filter filter;
  // Processes and programs. clone3 takes its flags through memory, where no
  // filter can look; without it the C library uses clone.
  filter.Forbid(SYS_clone3, ENOSYS);
  filter.ForbidByBits(SYS_clone, 0, CLONE_THREAD, /*wanted=*/true);
#if defined(__x86_64__)
  filter.Forbid(SYS_fork);
  filter.Forbid(SYS_vfork);
#endif
  for (long call : {SYS_execve, SYS_execveat}) filter.Forbid(call);
  // Others.
  const uint32_t self = static_cast<uint32_t>(getpid());
  filter.ForbidOthers(SYS_kill, self);
  filter.ForbidOthers(SYS_tgkill, self);
  for (long call : {SYS_tkill, SYS_pidfd_send_signal, SYS_rt_sigqueueinfo,
                    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
                    SYS_setpgid, SYS_setsid, SYS_setpriority}) {
    filter.Forbid(call);
  }
  // Network, namespaces, and the kernel itself.
  for (long call : {SYS_socket,       SYS_socketpair,     SYS_connect,
                    SYS_bind,         SYS_sendto,         SYS_sendmsg,
                    SYS_unshare,      SYS_setns,          SYS_mount,
                    SYS_umount2,      SYS_pivot_root,     SYS_chroot,
                    SYS_bpf,          SYS_keyctl,         SYS_add_key,
                    SYS_reboot,       SYS_kexec_load,     SYS_init_module,
                    SYS_finit_module, SYS_delete_module,  SYS_io_uring_setup,
                    SYS_userfaultfd,  SYS_perf_event_open}) {
    filter.Forbid(call);
  }
  if (no_writing) {
    constexpr uint32_t kWrites = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
#if defined(__x86_64__)
    filter.ForbidByBits(SYS_open, 1, kWrites, /*wanted=*/false);
    for (long call : {SYS_creat, SYS_unlink, SYS_rename, SYS_mkdir, SYS_rmdir,
                      SYS_link, SYS_symlink, SYS_chmod, SYS_chown, SYS_lchown,
                      SYS_mknod, SYS_utime, SYS_utimes, SYS_futimesat}) {
      filter.Forbid(call);
    }
#endif
    filter.ForbidByBits(SYS_openat, 2, kWrites, /*wanted=*/false);
    for (long call : {SYS_openat2,     SYS_truncate,         SYS_ftruncate,
                      SYS_unlinkat,    SYS_renameat2,        SYS_renameat,
                      SYS_mkdirat,     SYS_linkat,           SYS_symlinkat,
                      SYS_fchmodat,    SYS_fchownat,         SYS_mknodat,
                      SYS_fchmod,      SYS_fchown,           SYS_utimensat,
                      SYS_setxattr,    SYS_lsetxattr,        SYS_fsetxattr,
                      SYS_removexattr, SYS_open_by_handle_at}) {
      filter.Forbid(call);
    }
  }
  if (!filter.Install()) return std::strerror(errno);
  return "";
}

}  // namespace clonecheck
