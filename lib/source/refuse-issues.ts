/** What is wrong with an input, for people: warnings as notes, errors as one error. */
import { defined } from '../defined';
import { BoxcutterError } from '../errors';
import { isError, type Finding, formatFindings, type Issue } from '../issue';
import { inWords } from './in-words';

/** Mistakes that are shown; an author with more of them mends these first. All of them are in the document of `-o json`. */
const SHOWN = 40;

export interface Refusal {
  /** What to do next, beside the hints of the findings. */
  readonly hint?: string | undefined;
  /** The command would have written something; it says that it did not. @default false */
  readonly writes?: boolean | undefined;
  /** Objects of kinds that the cluster does not serve are left out. @default false */
  readonly skipsUnserved?: boolean | undefined;
  /** A sentence without its full stop, for findings that are no mistakes in the input. @default that `what` has mistakes, and how many */
  readonly title?: string | undefined;
}

/**
 * @param what what is wrong, as the beginning of a sentence
 * @throws BoxcutterError `input-invalid` with every error among them
 */
export function refuseIssues(issues: readonly Issue[], onNote: (note: string) => void, what?: string, refusal?: Refusal): void {
  refuseFindings(issues.map((issue) => (refusal?.skipsUnserved === true && isOfUnknownKind(issue)
    ? skipped(issue)
    : inWords(issue))), onNote, what, refusal);
}

/** Its definition is not among the objects, so only the cluster can say whether there is such a kind. */
function isOfUnknownKind({ code, data }: Issue): boolean {
  return code === 'unknown-kind' && data['problem'] === 'not-among-objects';
}

function skipped(issue: Issue): Finding {
  return { ...inWords(issue), hint: 'Where the cluster does not serve this kind, the object is left out (--skip-unserved).' };
}

/**
 * The same where a hint depends on more than the issue.
 *
 * @param what what is wrong, as the beginning of a sentence
 * @throws BoxcutterError `input-invalid` with every error among them
 */
export function refuseFindings(
  findings: readonly Finding[], onNote: (note: string) => void, what = 'The input', { hint, writes, title }: Refusal = {},
): void {
  const errors = findings.filter(isError);
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  for (const warning of warnings) onNote(formatFindings([warning]));
  if (errors.length === 0) return;
  const lines = errors.flatMap(oneEach);
  const rest = lines.length > SHOWN ? `\n… and ${lines.length - SHOWN} more` : '';
  const sentence = title ?? (lines.length === 1 ? `${what} has 1 mistake` : `${what} has ${lines.length} mistakes`);
  throw new BoxcutterError(
    'input-invalid', 'input',
    `${sentence}${writes === true ? '; nothing was written' : ''}:\n${formatFindings(lines.slice(0, SHOWN))}${rest}`,
    {
      details: { findings: errors.map(({ parts: _, ...finding }) => finding) },
      ...defined({ hint }),
    },
  );
}

/** What is wrong with a configuration is one finding (docs/requirements.md, configuration); people get a line for each mistake. */
function oneEach(finding: Finding): readonly Finding[] {
  const { parts, hint: _, ...rest } = finding;
  return parts === undefined ? [finding] : parts.map((part) => ({ ...rest, ...part }));
}
