/** Issues in words: what a finished report lists, for people as a line each and for programs as `-o json` prints them. */
import { defined } from '../defined';
import { isError, type Issue, type Origin, type Severity } from './issue';
import { formatOrigin, formatPath, formatSubject, printable, shortened } from './text';
import { type Wording, type WordsPart, wordsOf } from './wording';

/** An issue in words. */
export interface Finding {
  /** Stable, kebab-case: `unknown-field`, `wrong-type`, `missing-field`, … (docs/findings.md). */
  readonly code: string;
  readonly severity: Severity;
  /** What is wrong, without the place: `unknown field "replica"`. */
  readonly message: string;
  /** Path within the object: `spec.template.spec.containers[0].image`; empty for the object as a whole. */
  readonly path: string;
  /** What to do. */
  readonly hint?: string;
  /** The object: `Deployment.apps/v1 ns/name`. */
  readonly subject?: string;
  /** Where the message lists several things that are wrong: each by itself, for readers who want a line each. */
  readonly parts?: readonly FindingPart[];
  /** Where it was declared: a construct path, or `file.yaml:12 (document 2)`. */
  readonly origin?: string;
}

/** One of several things that a finding lists. */
export interface FindingPart {
  /** What is wrong. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** Where it was given: a file with its line, or an option. Absent: where the finding says. */
  readonly origin?: string;
}

/** Characters of a place, and of what is said of it: a hundred mistakes of a configuration make one sentence. */
const LONGEST = { place: 1000, sentence: 16_000 } as const;

/** @param wording tables of all rooms that the issue can come from */
export function findingOf(issue: Issue, wording: Wording): Finding {
  const { code, severity, path, origin, subject } = issue;
  const { message, hint, parts, place = formatPath(path) } = wordsOf(issue, wording);
  return {
    code, severity, message: sentence(`${message}${renderedText(origin)}`), path: shortened(place, LONGEST.place),
    ...defined({
      hint: hint && sentence(hint), parts: parts?.map(partOf), subject: subject && shortened(formatSubject(subject), LONGEST.place),
      origin: origin && placeOf(origin),
    }),
  };
}

function partOf({ message, hint, origin }: WordsPart): FindingPart {
  return { message: sentence(message), ...defined({ hint: hint && sentence(hint), origin: origin && placeOf(origin) }) };
}

function sentence(text: string): string {
  return shortened(text, LONGEST.sentence);
}

function placeOf(origin: Origin): string {
  return shortened(formatOrigin(origin), LONGEST.place);
}

function renderedText(origin: Origin | undefined): string {
  return origin?.renderedLine === undefined ? '' : ` (line ${origin.renderedLine} of what the template gives)`;
}

/** One line an issue, errors before warnings, else in the order given: `origin: subject: path: message. hint`. Empty without issues. */
export function formatIssues(issues: readonly Issue[], wording: Wording): string {
  return formatFindings(issues.map((issue) => findingOf(issue, wording)));
}

export function formatIssue(issue: Issue, wording: Wording): string {
  return formatFinding(findingOf(issue, wording));
}

/** One line a finding, errors before warnings, else in the order given: `origin: subject: path: message. hint`. Empty without findings. */
export function formatFindings(findings: readonly Finding[]): string {
  const ordered = [
    ...findings.filter(isError),
    ...findings.filter(({ severity }) => severity === 'warning'),
  ];
  return ordered.map(formatFinding).join('\n');
}

export function formatFinding({ origin, subject, path, message, hint, severity }: Finding): string {
  const place = [origin, subject, path].filter((part) => part !== undefined && part !== '').join(': ');
  const text = `${severity === 'warning' ? 'warning: ' : ''}${message}${/[.!?]$/.test(message) ? '' : '.'}${hint ? ` ${hint}` : ''}`;
  return printable(place === '' ? text : `${place}: ${text}`);
}
