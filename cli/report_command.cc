// `clonecheck report`: puts the shards of an enumeration together.
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cli/command.h"
#include "cli/enumeration_output.h"
#include "cli/files.h"
#include "cli/options.h"
#include "reports/enumeration_file.h"

namespace clonecheck {
namespace {

struct ReportOptions {
  CommonOptions common;
  std::vector<std::string> files;
  std::string out;
};

absl::StatusOr<EnumeratedShard> ReadShard(const std::string& path) {
  absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return text.status();
  const nlohmann::json json = nlohmann::json::parse(*text, nullptr, false);
  if (!json.is_object() || !json.contains("enumeration")) {
    return absl::InvalidArgumentError(
        absl::StrCat(path,
                     ": no result of an enumeration. Give the files that "
                     "`clonecheck enumerate --shard I/N --json FILE` wrote."));
  }
  const auto in_file = [&](const absl::Status& status) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": ", status.message()));
  };
  absl::StatusOr<EnumerationOptions> options =
      ParseEnumerationOptions(json["enumeration"]);
  if (!options.ok()) return in_file(options.status());
  absl::StatusOr<EnumerationResult> result =
      ParseEnumerationResult(json["enumeration"], *options);
  if (!result.ok()) return in_file(result.status());
  return EnumeratedShard{*std::move(options), *std::move(result)};
}

int Run(const ReportOptions& flags) {
  std::vector<EnumeratedShard> shards;
  for (const std::string& file : flags.files) {
    absl::StatusOr<EnumeratedShard> shard = ReadShard(file);
    if (!shard.ok()) return BadInput(shard.status());
    shards.push_back(*std::move(shard));
  }
  absl::StatusOr<EnumeratedShard> merged = MergeShards(shards);
  if (!merged.ok()) {
    return BadInput(absl::InvalidArgumentError(absl::StrCat(
        "These files are not the shards of one enumeration: ",
        merged.status().message(),
        ". Give one file for each shard, made with the same options.")));
  }
  return GiveOutEnumeration(flags.common, merged->options, merged->result,
                            flags.out);
}

}  // namespace

void AddReportCommand(CLI::App& app, int* exit_code) {
  CLI::App* command =
      app.add_subcommand("report", "put the shards of an enumeration together");
  auto options = std::make_shared<ReportOptions>();
  command->add_option("run", options->files, "run files, one a shard")
      ->required();
  options->common.AddReporting(*command);
  command->add_option("--out", options->out,
                      "directory for witnesses; default: none are written");
  command->footer("Example: clonecheck report 0.json 1.json --json all.json");
  command->callback([options, exit_code] { *exit_code = Run(*options); });
}

}  // namespace clonecheck
