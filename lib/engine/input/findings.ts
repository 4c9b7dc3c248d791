/** What is wrong with what a program gave to the engine, in words: all of it in one error. */
import { BoxcutterError } from '../../errors';
import { wordsOf } from '../../issue';
import type { InputIssue } from './issues';
import { pathText } from './path-text';
import { inputWording } from './wording';

export interface RevisionFinding {
  /** Stable; see the table in docs/engine.md. */
  readonly code: string;
  /** Where: `phases[0].objects[2].metadata.uid`, `owner.uid`. */
  readonly path: string;
  /** A sentence that names the object it is about. */
  readonly message: string;
}

export function findingOf(issue: InputIssue): RevisionFinding {
  const { message, hint } = wordsOf(issue, inputWording);
  return { code: issue.code, path: pathText(issue.path), message: hint === undefined ? message : `${message} ${hint}` };
}

/** @throws BoxcutterError `revision-invalid` (input) unless there is nothing to say */
export function refuse(what: string, issues: readonly InputIssue[]): void {
  if (issues.length === 0) return;
  const findings = issues.map(findingOf);
  const lines = findings.map(({ path, message }) => `\n- ${path === '' ? '' : `${path}: `}${message}`);
  const count = findings.length === 1 ? 'one mistake' : `${findings.length} mistakes`;
  throw new BoxcutterError(
    'revision-invalid', 'input',
    `${what} has ${count}; nothing was sent to the cluster:${lines.join('')}`,
    {
      hint: 'Correct what is listed. Each finding has its code and path in details.findings.',
      details: { findings },
    },
  );
}
