// Reading and writing the files that the command line names.
#ifndef CLONECHECK_REPORTS_FILES_H_
#define CLONECHECK_REPORTS_FILES_H_

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/graph/graph.h"
#include "core/layers/catalogue.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

// A relative path means the directory in which the user stands, also under
// `bazel run`, which starts programs elsewhere.
std::string UserPath(const std::string& path);

// How large a file may be, and what to do about one that is larger.
struct FileLimit {
  size_t bytes;
  const char* remedy;
};

// Cases, models, candidates: the limit of JSON texts.
extern const FileLimit kCaseFile;
// What --json wrote.
extern const FileLimit kRunFile;

// Errors name the file, the reason and what to do. Files above the limit are
// refused without being read.
absl::StatusOr<std::string> ReadFile(const std::string& path,
                                     const FileLimit& limit = kCaseFile);

// Whether there is such a file, in a folder in which nothing can be made.
bool CanOnlyBeWrittenTo(const std::string& path);

// Writes a whole file or none: through a temporary file beside it, which no
// other process has. What is a device or a pipe is written to as it stands, and
// so is what this process has open (open_files.h) and what cannot be replaced,
// being mounted or in a folder that is closed. Readers of what is open may have
// ended.
absl::Status WriteFile(const std::string& path, const std::string& text);

// The same, of several files: one that cannot be written costs no other.
// Whether it was; what went wrong first is kept in `first_error`.
bool WroteFile(const std::string& path, const std::string& text,
               absl::Status* first_error);

// The text of a value, in `indent` columns, or in one line if that is negative.
// UTF-8 in any case: names of files and words of workers need not be.
std::string JsonText(const nlohmann::ordered_json& value, int indent);

// Writes it as `--json` does, and ends the last line.
absl::Status WriteJson(const std::string& path,
                       const nlohmann::ordered_json& value, int indent = 2);

// A file name for a text such as a signature: everything else than letters,
// digits, dots, dashes and underscores becomes a dash. What is longer than 100
// characters (the command of a target, say) keeps its beginning and its end,
// and what tells it from others in between.
std::string FileName(absl::string_view text);

// Whether a file can be made in a folder that is there: makes one, and removes
// it. Errors: why not, and nothing else.
absl::Status CanMakeFileIn(const std::string& folder);

// Makes the directory and those above it.
absl::Status MakeDirectory(const std::string& path);

// Reads a case or a model of Keras.
absl::StatusOr<Graph> ReadGraph(const std::string& path, Catalogue& catalogue);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_FILES_H_
