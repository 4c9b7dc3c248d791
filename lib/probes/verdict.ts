/** The answer of a probe, and how several answers become one. */
import type { KubeObject } from '../api';

/** What a compiled set of probes says about one object. */
export interface ProbeVerdict {
  /**
   * `pass`: everything holds. `fail`: the object says that something does not hold.
   * `unknown`: it does not say (yet): not reported, outdated, or the rule could not be evaluated. Neither of these two is ready.
   */
  readonly status: 'pass' | 'fail' | 'unknown';
  /** What does not hold, joined by ` and `. For a pass usually empty, or a remark. */
  readonly message: string;
  /** Waiting is pointless: the rollout ends now. Only ever true for `fail`. */
  readonly terminal: boolean;
  /**
   * The same for people, where `message` is fixed for programs and reads like an expression: `1 of 3 updated, 0 of 3 available`.
   * Absent where `message` is readable as it is.
   */
  readonly summary?: string;
}

/** Facts that one object cannot know. */
export interface ProbeContext {
  /**
   * The StorageClass of a claim (`undefined`: the claim names none, the cluster's default applies); undefined when it is not known.
   * Absent altogether: no class is known, and no pending claim is waited for.
   */
  storageClass?(name: string | undefined): { readonly volumeBindingMode?: string } | undefined;
}

/** Judges one object. Never throws. */
export interface ProbeEvaluator {
  (object: KubeObject, context?: ProbeContext): ProbeVerdict;
}

/** A verdict of one check, before it is combined. */
export interface Finding extends ProbeVerdict {
  /** Nothing has gone wrong, it is only not there yet: an assertion's `terminal` does not apply. */
  readonly transient?: boolean;
}

export const PASS: Finding = { status: 'pass', message: '', terminal: false };

export function passWith(message: string): Finding {
  return { status: 'pass', message, terminal: false };
}

export function failed(message: string): Finding {
  return { status: 'fail', message, terminal: false };
}

/** A failure that nothing but a change of the object ends. */
export function failedForGood(message: string): Finding {
  return { status: 'fail', message, terminal: true };
}

/** Not there yet: on its way, or held back by a person. */
export function inProgress(message: string): Finding {
  return { status: 'fail', message, terminal: false, transient: true };
}

/** The same finding, with words for people. */
export function inWords(finding: Finding, summary: string): Finding {
  return finding.status === 'pass' ? finding : { ...finding, summary };
}

/** A condition that is False while its controller is at work says nothing final by itself. */
export function asProgress(finding: Finding): Finding {
  return { ...finding, transient: true };
}

export function unknown(message: string): Finding {
  return { status: 'unknown', message, terminal: false };
}

/** A terminal failure wins over a failure, that over unknown, that over pass; the messages of all that did not pass are kept, once each. */
export function combine(findings: readonly Finding[]): Finding {
  const notPassed = findings.filter((finding) => finding.status !== 'pass');
  if (notPassed.length === 0) return findings.find((finding) => finding.message !== '') ?? PASS;
  const failures = notPassed.filter((finding) => finding.status === 'fail');
  const summaries = [...new Set(notPassed.map((finding) => finding.summary ?? finding.message))];
  return {
    status: failures.length > 0 ? 'fail' : 'unknown',
    message: [...new Set(notPassed.map((finding) => finding.message))].join(' and '),
    terminal: failures.some((finding) => finding.terminal),
    transient: failures.length > 0 && failures.every((finding) => finding.transient === true),
    ...(notPassed.some(({ summary }) => summary !== undefined) ? { summary: summaries.join('; ') } : {}),
  };
}
