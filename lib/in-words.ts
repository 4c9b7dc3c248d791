/** What programs get of a check: its issues, and the same in words. Made once, by the entry points of the package. */
import { type Finding, findingOf, type Issue, type Wording } from './issue';

/** A result with its issues in words. */
export type InWords<Result extends { readonly issues: readonly Issue[] }> = Result & {
  /** The issues in words, in their order (docs/findings.md). */
  readonly findings: readonly Finding[];
};

export function inWords<Result extends { readonly issues: readonly Issue[] }>(result: Result, wording: Wording): InWords<Result> {
  return { ...result, findings: findingsOf(result.issues, wording) };
}

export function findingsOf(issues: readonly Issue[], wording: Wording): readonly Finding[] {
  return issues.map((issue) => findingOf(issue, wording));
}
