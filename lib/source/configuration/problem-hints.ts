/** What to do about one problem of a configuration: an option of the command, or words of a file, by where the value was given. */
import { type ConfigIssues, nearHint } from '../../config';
import type { Issue, Segment } from '../../issue';
import { shellWord } from '../../shell-word';

/** How a value of each type is given: with an option, and in a file. */
const TYPES: Readonly<Record<string, readonly [what: string, inOption: (key: string) => string, inFile: string]>> = {
  string: ['it as text', (key) => `--set-string ${shellWord(`${key}=VALUE`)}`, 'in quotes'],
  integer: ['a whole number', (key) => `--set ${shellWord(`${key}=NUMBER`)}`, 'without quotes'],
  number: ['a number', (key) => `--set ${shellWord(`${key}=NUMBER`)}`, 'without quotes'],
  boolean: ['true or false', (key) => `--set ${shellWord(`${key}=true`)}`, 'without quotes'],
  array: ['a list', (key) => `--set ${shellWord(`${key}={A,B}`)}`, 'with "- " before each item'],
  object: ['its keys', (key) => `--set ${shellWord(`${key}.KEY=VALUE`)}`, 'each below it as KEY: VALUE'],
};

/** @param problem with the origin that {@link placeProblem} finds */
export function problemHint(problem: Issue): string | undefined {
  return nearHint(problem) ?? missingHint(problem) ?? typeHint(problem);
}

/** A key that is missing at the top: `--set watchNamespace=NAMESPACE`. */
function missingHint({ code, path }: Issue): string | undefined {
  if (code !== 'config-missing-field' || path.length !== 1) return undefined;
  return `Give it: --set ${shellWord(`${setKey(path)}=${path[0] === 'watchNamespace' ? 'NAMESPACE' : 'VALUE'}`)}`;
}

function typeHint({ code, data, path, origin }: Issue): string | undefined {
  if (code !== 'config-wrong-type') return undefined;
  const { expected, found } = data as ConfigIssues['config-wrong-type'];
  const [wanted, ...others] = expected.filter((type) => type !== 'null');
  const form = wanted === undefined ? undefined : TYPES[wanted];
  // Of several types no single form is right; and text in a place of keys or lists was meant to be something else.
  if (form === undefined || others.length > 0 || path.length === 0 || (wanted === 'string' && !isScalar(found))) return undefined;
  const [what, inOption, inFile] = form;
  return `Give ${what}${ways(path, origin?.source, inOption, inFile)}`;
}

function isScalar(type: string): boolean {
  return type === 'number' || type === 'boolean' || type === 'null';
}

function ways(path: readonly Segment[], source: string | undefined, inOption: (key: string) => string, inFile: string): string {
  const option = inOption(setKey(path));
  if (source === undefined) return `: ${option}; in a file, ${inFile}.`;
  return source.startsWith('--set') ? `: ${option}` : `, ${inFile}.`;
}

/** How `--set` names a place: `a.b[0].c`; what would divide a key has a backslash before it. */
function setKey(path: readonly Segment[]): string {
  return path.reduce<string>((key, step) => {
    if (typeof step === 'number') return `${key}[${step}]`;
    const escaped = step.replace(/[\\.,=[]/g, '\\$&');
    return key === '' ? escaped : `${key}.${escaped}`;
  }, '');
}
