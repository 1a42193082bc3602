#include "reports/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "core/digest.h"
#include "core/exchange/load_case.h"
#include "core/limits.h"
#include "reports/open_files.h"

namespace clonecheck {
namespace {

namespace fs = std::filesystem;

absl::Status Failed(absl::string_view what, const std::string& path,
                    absl::string_view why, absl::string_view remedy) {
  return absl::InvalidArgumentError(
      absl::StrCat("cannot ", what, " ", path, ": ", why, ". ", remedy));
}

// A new file beside `path`, which nobody else has: other processes may be
// writing to the same directory. It has the permissions of the file that is
// there, from the start, and its owner where that may be given. Null and errno
// if there can be none.
std::FILE* OpenBeside(const std::string& path, std::string* name) {
  struct stat there;
  const bool replaces = stat(path.c_str(), &there) == 0;
  int file = -1;
  for (int i = 0; file < 0 && (i == 0 || errno == EEXIST); ++i) {
    const std::string ending = absl::StrCat(".", getpid(), ".", i, ".tmp");
    *name = absl::StrCat(path, ending);
    if (const fs::path own = *name; own.filename().string().size() > NAME_MAX) {
      *name = own.parent_path() / ending;  // the name alone is long enough
    }
    file = open(name->c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                replaces ? S_IRUSR | S_IWUSR : 0666);
  }
  if (file < 0) return nullptr;
  if (replaces) {
    const bool is_theirs = fchown(file, there.st_uid, there.st_gid) == 0;
    // The permissions of a group are for that group only.
    fchmod(file, there.st_mode & (is_theirs ? 0777 : 0707));
  }
  return fdopen(file, "wb");
}

// Writes the text and closes the file. Returns 0, or the errno of what failed;
// where the file is null, that of having opened it.
int Fill(std::FILE* file, const std::string& text) {
  if (file == nullptr) return errno;
  int failed = 0;
  if (std::fwrite(text.data(), 1, text.size(), file) != text.size()) {
    failed = errno;
  }
  if (std::fclose(file) != 0 && failed == 0) failed = errno;
  return failed;
}

// To be written to as it stands; null and errno if it may not. Opening a pipe
// waits for a reader, and a signal may come meanwhile.
std::FILE* OpenInPlace(const std::string& path) {
  std::FILE* file;
  do {
    file = std::fopen(path.c_str(), "wb");
  } while (file == nullptr && errno == EINTR);
  return file;
}

// Where `path` leads to: a link stays one, and what it points to is replaced,
// or made if it is not there.
std::string WithoutLinks(const std::string& path) {
  constexpr int kMostLinks = 40;  // as Linux has it
  std::error_code error;
  fs::path there = path;
  for (int i = 0; i < kMostLinks && fs::is_symlink(there, error) &&
                  !fs::exists(there, error);
       ++i) {
    there = there.parent_path() / fs::read_symlink(there, error);
  }
  const fs::path whole = fs::weakly_canonical(there, error);
  return error ? there.string() : whole.string();
}

}  // namespace

const FileLimit kCaseFile{kMaxJsonBytes,
                          "Give a smaller model, without weights."};
const FileLimit kRunFile{
    kMaxRunFileBytes,
    "Give a run of fewer findings, by fewer --cloners or --obligations."};

std::string UserPath(const std::string& path) {
  const char* directory = std::getenv("BUILD_WORKING_DIRECTORY");
  if (directory == nullptr || fs::path(path).is_absolute()) return path;
  return (fs::path(directory) / path).string();
}

absl::StatusOr<std::string> ReadFile(const std::string& path,
                                     const FileLimit& limit) {
  const std::string full = UserPath(path);
  std::error_code error;
  if (fs::is_directory(full, error)) {
    return Failed("read", path, "it is a directory", "Name a file.");
  }
  const uintmax_t size = fs::file_size(full, error);
  if (!error && size > limit.bytes) {
    return Failed(
        "read", path,
        absl::StrCat("it has ", size, " bytes, and the limit is ", limit.bytes),
        limit.remedy);
  }
  std::ifstream in(full, std::ios::binary);
  if (!in) {
    return Failed("read", path, std::strerror(errno),
                  path == "-" ? "Write /dev/stdin for what is piped, or ./- "
                                "for a file of that name."
                              : "Check the name and its permissions.");
  }
  // One byte more than the limit tells a pipe or device that goes on.
  std::string text;
  char buffer[1 << 16];
  while (in.read(buffer, sizeof(buffer)) || in.gcount() > 0) {
    text.append(buffer, static_cast<size_t>(in.gcount()));
    if (text.size() > limit.bytes) {
      return Failed("read", path,
                    absl::StrCat("it has more than ", limit.bytes, " bytes"),
                    limit.remedy);
    }
  }
  if (in.bad()) {
    return Failed("read", path, std::strerror(errno), "Try again.");
  }
  return text;
}

bool CanOnlyBeWrittenTo(const std::string& path) {
  return access(path.c_str(), W_OK) == 0 &&
         access(fs::path(path).parent_path().c_str(), W_OK) != 0;
}

absl::Status WriteFile(const std::string& path, const std::string& text) {
  const std::string full = UserPath(path);
  std::error_code error;
  const auto in_place = [&](std::FILE* file, int excused = 0) {
    const int failed = Fill(file, text);
    if (failed == 0 || failed == excused) return absl::OkStatus();
    return Failed("write", path, std::strerror(failed), "Name another file.");
  };
  if (const int open = DescriptorOf(full); open >= 0) {
    return in_place(StreamTo(open), EPIPE);  // a reader may have read enough
  }
  const std::string whole = WithoutLinks(full);
  if (fs::is_symlink(whole, error) && !fs::exists(whole, error)) {
    return Failed("write", path, std::strerror(ELOOP), "Name another file.");
  }
  const fs::file_status status = fs::status(whole, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    // A device or a pipe takes what it is given, and is not to be replaced.
    return in_place(OpenInPlace(whole));
  }
  std::string temporary;
  std::FILE* file = OpenBeside(whole, &temporary);
  if (const int why = errno; file == nullptr) {
    if (CanOnlyBeWrittenTo(whole)) return in_place(OpenInPlace(whole));
    errno = why;  // which Fill tells
  }
  if (const int failed = Fill(file, text); failed != 0) {
    if (file != nullptr) fs::remove(temporary, error);
    return Failed("write", path, std::strerror(failed),
                  "Name a file in a directory that exists and has room.");
  }

  fs::rename(temporary, whole, error);
  if (error) {
    const std::string why = error.message();
    const bool is_mounted = error == std::errc::device_or_resource_busy;
    fs::remove(temporary, error);
    // A file that a container has from outside can be written to only.
    if (is_mounted) return in_place(OpenInPlace(whole));
    return Failed("write", path, why, "Name a file that may be replaced.");
  }
  return absl::OkStatus();
}

bool WroteFile(const std::string& path, const std::string& text,
               absl::Status* first_error) {
  const absl::Status written = WriteFile(path, text);
  first_error->Update(written);
  return written.ok();
}

std::string JsonText(const nlohmann::ordered_json& value, int indent) {
  return value.dump(indent, ' ', false,
                    nlohmann::ordered_json::error_handler_t::replace);
}

absl::Status WriteJson(const std::string& path,
                       const nlohmann::ordered_json& value, int indent) {
  return WriteFile(path, JsonText(value, indent) + "\n");
}

std::string FileName(absl::string_view text) {
  std::string name(text);
  // File systems take 255 bytes, for all that is put together here.
  constexpr size_t kMost = 100;
  constexpr size_t kBegin = 40;
  if (text.size() > kMost) {
    const std::string middle = absl::StrCat("-", DigestOf(text), "-");
    name = absl::StrCat(
        text.substr(0, kBegin), middle,
        text.substr(text.size() - (kMost - kBegin - middle.size())));
  }
  for (char& c : name) {
    const bool keep = absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
                      c == '.' || c == '-' || c == '_';
    if (!keep) c = '-';
  }
  return name;
}

absl::Status CanMakeFileIn(const std::string& folder) {
  std::string name;
  std::FILE* file =
      OpenBeside((fs::path(UserPath(folder)) / "clonecheck").string(), &name);
  if (file == nullptr) {
    return absl::PermissionDeniedError(std::strerror(errno));
  }
  std::fclose(file);
  std::error_code ignored;
  fs::remove(name, ignored);
  return absl::OkStatus();
}

absl::Status MakeDirectory(const std::string& path) {
  std::error_code error;
  fs::create_directories(UserPath(path), error);
  if (error) {
    return Failed("make the directory", path, error.message(),
                  "Name one that can be made, or --out '' for none.");
  }
  return absl::OkStatus();
}

absl::StatusOr<Graph> ReadGraph(const std::string& path, Catalogue& catalogue) {
  absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return text.status();
  absl::StatusOr<Graph> graph = LoadGraph(*text, catalogue);
  if (!graph.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": ", graph.status().message()));
  }
  return graph;
}

}  // namespace clonecheck
