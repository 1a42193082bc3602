#include "reports/formats/junit.h"

#include <pugixml.hpp>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "reports/counted.h"
#include "reports/formats.h"

namespace clonecheck {
namespace {

// `text` is UTF-8.
std::string ForXml(absl::string_view text) {
  std::string result;
  for (char c : text) {
    const bool forbidden =
        static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t';
    if (forbidden) {
      result += "\uFFFD";
    } else {
      result += c;
    }
  }
  // U+FFFE and U+FFFF are no characters of XML, either.
  for (const char* none : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
    for (size_t at = 0; (at = result.find(none, at)) != std::string::npos;) {
      result.replace(at, 3, "\uFFFD");
    }
  }
  return result;
}

void Set(pugi::xml_node node, const char* name, absl::string_view value) {
  node.append_attribute(name).set_value(ForXml(value).c_str());
}

std::string Body(const RunFinding& finding) {
  std::string text = absl::StrCat(
      Counted(finding.count, "case"), "; the witness has ",
      Counted(finding.calls, "call"), "; ", Minimality(finding), ".\n");
  if (!finding.error.empty()) absl::StrAppend(&text, finding.error, "\n");
  absl::StrAppend(&text, "replay: ", finding.replay,
                  "\nwitness: ", finding.witness.dump(), "\n");
  return text;
}

void AppendFinding(pugi::xml_node suite, const Reported& reported,
                   size_t index) {
  const RunFinding& finding = reported.run.findings[index];
  pugi::xml_node test = suite.append_child("testcase");
  Set(test, "classname", absl::StrCat("clonecheck.", finding.cloner));
  Set(test, "name", finding.signature);
  Set(test, "time", "0");
  if (reported.Fails(index)) {
    pugi::xml_node failure = test.append_child("failure");
    Set(failure, "type", finding.severity);
    Set(failure, "message",
        finding.error.empty() ? finding.symptom : finding.error);
    failure.text().set(ForXml(Body(finding)).c_str());
    return;
  }
  pugi::xml_node skipped = test.append_child("skipped");
  Set(skipped, "message",
      !finding.known.empty()       ? absl::StrCat("known: ", finding.known)
      : finding.severity == "note" ? std::string("notes do not fail")
      : reported.fail_on == FailOn::kNone
          ? std::string("findings do not fail (--fail-on none)")
          : std::string("seen in the baseline"));
}

}  // namespace

std::string JunitXml(const Reported& reported) {
  const Run& run = reported.run;
  const std::string seconds = absl::StrFormat("%.3f", run.seconds.value_or(0));
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node suites = document.append_child("testsuites");
  Set(suites, "name", absl::StrCat("clonecheck ", run.command));
  int all = 0;
  int all_failures = 0;
  for (const RunCloner& cloner : run.cloners) {
    pugi::xml_node suite = suites.append_child("testsuite");
    Set(suite, "name", cloner.name);
    int tests = 0;
    int failures = 0;
    int skipped = 0;
    for (size_t i = 0; i < run.findings.size(); ++i) {
      if (run.findings[i].cloner != cloner.name) continue;
      AppendFinding(suite, reported, i);
      ++tests;
      (reported.Fails(i) ? failures : skipped)++;
    }
    if (tests == 0) {
      pugi::xml_node test = suite.append_child("testcase");
      Set(test, "classname", absl::StrCat("clonecheck.", cloner.name));
      Set(test, "name", "every obligation holds");
      Set(test, "time", "0");
      tests = 1;
    }
    suite.append_attribute("tests") = tests;
    suite.append_attribute("failures") = failures;
    suite.append_attribute("errors") = 0;
    suite.append_attribute("skipped") = skipped;
    suite.append_attribute("time") = "0";
    all += tests;
    all_failures += failures;
  }
  suites.append_attribute("tests") = all;
  suites.append_attribute("failures") = all_failures;
  suites.append_attribute("errors") = 0;
  Set(suites, "time", seconds);
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

ReportFormat JunitFormat() { return {"junit", "write JUnit XML", &JunitXml}; }

}  // namespace clonecheck
