/**
 * Issues: what is wrong with an input, as data; and how they become words. The lowest layer: everything that checks something uses it.
 * Checks make issues (issue.ts), each room has one table of words for its codes (wording.ts), and the edges put both together: as text
 * for a terminal (text.ts) or as findings, which are issues in words, for programs (finding.ts).
 */
export { type Finding, type FindingPart, findingOf, formatFinding, formatFindings, formatIssue, formatIssues } from './finding';
export {
  hasErrors, isError,
  type Issue, type IssueKinds, type IssuePlace, issuesOf, type None, type Origin, type Segment, type Severity, type Subject,
} from './issue';
export { compareOrigins, originKey } from './origin';
export { escapePointer, formatPointer, pointerSegments, unescapePointer } from './pointer';
export { formatOrigin, formatPath, formatPlainPath, formatSubject } from './text';
export { type Wording, type WordingOf, type Words, type WordsPart, wordsOf } from './wording';
