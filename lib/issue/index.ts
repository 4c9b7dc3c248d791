/** Issues: what is wrong with an input, as data; and how they become text. The lowest layer: everything that checks something uses it. */
export { hasErrors, type Issue, type IssueKinds, type IssuePlace, issuesOf, type Origin, type Segment, type Severity, type Subject } from './issue';
export { formatIssue, formatIssues, formatOrigin, formatPath, formatSubject } from './text';
export { type Wording, type WordingOf, type Words, wordsOf } from './wording';
