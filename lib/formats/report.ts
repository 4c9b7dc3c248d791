/** Findings about bundles: where they are, and the rules of names that their messages quote. */
import { isDnsSubdomain } from '../api';
import type { Finding } from '../schema/finding';

export interface Place {
  /** File of the bundle, with line and document where they are known. */
  readonly origin: string;
  readonly path?: string;
  readonly subject?: string;
  readonly hint?: string;
}

export function problem(code: string, message: string, place: Place): Finding {
  return { path: '', ...place, code, severity: 'error', message };
}

export function remark(code: string, message: string, place: Place): Finding {
  return { ...problem(code, message, place), severity: 'warning' };
}

export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === 'error');
}

/** How Go prints a string with %q, for the messages that are those of opm: JSON's form, which is the same for what names hold. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Why a text is no DNS subdomain, in the words of the API server; undefined when it is one. */
export function subdomainProblem(text: string): string | undefined {
  if (isDnsSubdomain(text)) return undefined;
  if (text.length > 253) return 'must be no more than 253 characters';
  return "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
}

/** Adds all of them, however many: a call takes no more than some ten thousand arguments, and a file may have a million mistakes. */
export function addAll<T>(list: T[], more: readonly T[]): void {
  for (const one of more) list.push(one);
}
