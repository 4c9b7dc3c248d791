/** How folders of formats report what is wrong: typed issues, whose code decides how bad they are. */
import { isDnsSubdomain } from '../api';
import { defined } from '../defined';
import { type Issue, type IssueKinds, issuesOf, type Origin, type Segment, type Severity, type Subject } from '../issue';

export interface Place {
  /** File of the bundle, with line and document where they are known. */
  readonly origin: string | Origin;
  readonly path?: readonly Segment[];
  readonly subject?: Subject;
  /** Where it is another than that of the code. */
  readonly severity?: Severity;
}

/** @param warnings codes that are warnings; all others are errors */
export function issueMaker<Kinds extends IssueKinds<Kinds>>(warnings: readonly (keyof Kinds & string)[]) {
  const issueOf = issuesOf<Kinds>();
  return <Code extends keyof Kinds & string>(code: Code, data: Kinds[Code], place: Place): Issue<Code> => {
    const { path, subject, severity = warnings.includes(code) ? 'warning' : 'error' } = place;
    const origin = typeof place.origin === 'string' ? { source: place.origin } : place.origin;
    return issueOf(code, data, { severity, origin, ...defined({ path, subject }) });
  };
}

/** How Go prints a string with %q, for the messages that are those of opm: JSON's form, which is the same for what names hold. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Why a text is no DNS subdomain, by the rule of the API server; undefined when it is one. */
export function subdomainFault(text: string): SubdomainFault | undefined {
  if (isDnsSubdomain(text)) return undefined;
  return text.length > 253 ? 'length' : 'characters';
}

export type SubdomainFault = 'length' | 'characters';

/** In the words of the API server. */
export function subdomainText(fault: SubdomainFault): string {
  if (fault === 'length') return 'must be no more than 253 characters';
  return "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', "
    + 'and must start and end with an alphanumeric character';
}

/** Adds all of them, however many: a call takes no more than some ten thousand arguments, and a file may have a million mistakes. */
export function addAll<T>(list: T[], more: readonly T[]): void {
  for (const one of more) list.push(one);
}
