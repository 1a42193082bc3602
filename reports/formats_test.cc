// What JUnit XML, SARIF, Markdown and HTML make of a run, hostile names
// included.
#include "reports/formats.h"

#include <fstream>
#include <pugixml.hpp>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "core/registration.h"
#include "gtest/gtest.h"
#include "reports/formats/html_report.h"
#include "reports/formats/junit.h"
#include "reports/formats/markdown.h"
#include "reports/formats/sarif.h"
#include "reports/reported.h"
#include "reports/testing.h"

namespace clonecheck {
namespace {

Reported Hostile() {
  RunFinding known = FindingFor("known", 10);
  known.known = "why (keras#1)";
  RunFinding hostile = FindingFor("hostile", 1);
  hostile.error = "ValueError: " + HostileName();
  hostile.signature += HostileName();
  Reported reported;
  reported.run = RunWith({known, hostile});
  reported.fail_on = FailOn::kNew;
  return reported;
}

TEST(Formats, are_all_that_a_file_here_returns) {
  EXPECT_TRUE(EachIsRegistered(
      {"reports/formats/*.cc", R"(^ReportFormat (\w+)\(\) \{)"},
      {"reports/all_formats.inc", R"(^FORMAT\((\w+)\))"}));
}

TEST(Formats, the_table_is_that_of_the_documentation) {
  std::ifstream page("docs/reports.md");
  std::set<std::string> documented;
  const std::string begin = "| `--", end = " F`";
  for (std::string line; std::getline(page, line);) {
    const size_t at = line.find(end);
    if (line.rfind(begin, 0) != 0 || at == std::string::npos) continue;
    documented.insert(line.substr(begin.size(), at - begin.size()));
  }
  std::set<std::string> registered;
  for (const ReportFormat& format : AllReportFormats()) {
    EXPECT_TRUE(registered.insert(format.name).second) << format.name;
  }
  for (const std::string& name : documented) {
    EXPECT_EQ(registered.count(name), 1u)
        << "there is no format " << name << ", which is in docs/reports.md";
  }
  for (const std::string& name : registered) {
    EXPECT_EQ(documented.count(name), 1u)
        << "docs/reports.md has no " << name << ", which is a format";
  }
}

TEST(Formats, each_writes_every_finding_of_a_hostile_run) {
  const Reported reported = Hostile();
  for (const ReportFormat& format : AllReportFormats()) {
    const std::string text = format.write(reported);
    EXPECT_TRUE(absl::StrContains(text, "keras-2.2.4")) << format.name;
    EXPECT_TRUE(absl::StrContains(text, "hostile")) << format.name;
    EXPECT_EQ(text, format.write(reported)) << format.name;
  }
}

TEST(Formats, junit_has_a_suite_a_cloner_and_fails_what_fails) {
  const Reported reported = Hostile();
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(JunitXml(reported).c_str()));
  const pugi::xml_node suites = document.child("testsuites");
  EXPECT_EQ(suites.attribute("tests").as_int(), 3);
  EXPECT_EQ(suites.attribute("failures").as_int(), 1);
  const pugi::xml_node keras = suites.first_child();
  EXPECT_EQ(keras.attribute("skipped").as_int(), 1);
  EXPECT_STREQ(
      keras.first_child().child("skipped").attribute("message").value(),
      "known: why (keras#1)");
  const std::string message =
      keras.last_child().child("failure").attribute("message").value();
  EXPECT_TRUE(absl::StrContains(message, "<script>alert(1)</script>\"'`|"));
  EXPECT_TRUE(absl::StrContains(message, "\uFFFD&amp;"));
  const pugi::xml_node fixed = suites.last_child();
  EXPECT_EQ(fixed.attribute("failures").as_int(), 0);
  EXPECT_STREQ(fixed.first_child().attribute("name").value(),
               "every obligation holds");
}

TEST(Formats, sarif_has_fingerprints_suppressions_and_baseline_states) {
  Reported reported = Hostile();
  nlohmann::ordered_json run = Sarif(reported)["runs"][0];
  ASSERT_EQ(run["results"].size(), 2u);
  EXPECT_EQ(run["results"][0]["suppressions"][0]["justification"],
            "why (keras#1)");
  EXPECT_FALSE(run["results"][1].contains("suppressions"));
  EXPECT_FALSE(run["results"][1].contains("baselineState"));
  EXPECT_EQ(run["results"][0]["partialFingerprints"]["signature/v1"],
            "keras-2.2.4/completes/known/Lambda");
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 1u);

  reported.comparison = Compare(reported.run, RunWith({FindingFor("gone", 1)}));
  run = Sarif(reported)["runs"][0];
  ASSERT_EQ(run["results"].size(), 3u);
  EXPECT_EQ(run["results"][0]["baselineState"], "new");
  EXPECT_EQ(run["results"][2]["baselineState"], "absent");
}

TEST(Formats, sarif_names_the_witness_of_a_replay_as_a_uri) {
  Reported reported = Hostile();
  reported.run.findings[0].replay = "clonecheck replay out/ä.json --cloners a";
  EXPECT_EQ(Sarif(reported)["runs"][0]["results"][0]["locations"][0]
                           ["physicalLocation"]["artifactLocation"]["uri"],
            "out/%c3%a4.json");
}

TEST(Formats, markdown_takes_nothing_in_a_name_for_markup) {
  const std::string text = MarkdownSummary(Hostile());
  EXPECT_TRUE(absl::StartsWith(text, "### clonecheck fuzz: fails\n"));
  EXPECT_FALSE(absl::StrContains(text, "<script"));
  EXPECT_TRUE(absl::StrContains(text, "\\|"));
  // The new one comes first; a row is a line.
  EXPECT_LT(text.find("| new |"), text.find("| known |"));
  size_t rows = 0;
  for (size_t at = 0; (at = text.find("\n| ", at)) != std::string::npos; ++at) {
    ++rows;
  }
  EXPECT_EQ(rows, 2u + 2u + 2u)
      << text;  // two heads, two cloners, two findings
}

TEST(Formats, html_keeps_all_texts_inside_of_its_data) {
  const Reported reported = Hostile();
  std::vector<WitnessView> views(2);
  views[1].python = HostileName();
  const std::string html = HtmlReport(reported, views);
  const size_t data = html.find("id=\"data\">");
  ASSERT_NE(data, std::string::npos);
  const size_t end = html.find("</script>", data);
  const std::string json = html.substr(data + 10, end - data - 10);
  const nlohmann::json parsed = nlohmann::json::parse(json);
  EXPECT_EQ(parsed["findings"][1]["error"], reported.run.findings[1].error);
  EXPECT_FALSE(absl::StrContains(json, "<"));
  EXPECT_EQ(parsed["cloners"][1]["obligations"][0], "completes");
  // What is large stands apart, and is as tame.
  const size_t view = html.find("id=\"v1\">", end);
  ASSERT_NE(view, std::string::npos);
  const std::string view_json =
      html.substr(view + 8, html.find("</script>", view) - view - 8);
  EXPECT_EQ(nlohmann::json::parse(view_json)["view"]["python"], HostileName());
  EXPECT_FALSE(absl::StrContains(view_json, "<"));
  // Nothing is fetched.
  EXPECT_FALSE(absl::StrContains(html, "src="));
  EXPECT_FALSE(absl::StrContains(html, "@import"));
}

}  // namespace
}  // namespace clonecheck
