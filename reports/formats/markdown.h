// A summary in Markdown, for a comment on a pull request.
#ifndef CLONECHECK_REPORTS_FORMATS_MARKDOWN_H_
#define CLONECHECK_REPORTS_FORMATS_MARKDOWN_H_

#include <string>

#include "reports/reported.h"

namespace clonecheck {

// The verdict, a table of cloners, and the findings: those that are new or
// changed first, at most kMaxMarkdownFindings of them, since a comment has a
// limit. Nothing that a model or a framework says is taken for Markdown or
// HTML.
std::string MarkdownSummary(const Reported& reported);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_FORMATS_MARKDOWN_H_
