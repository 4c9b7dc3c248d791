/** Mistakes in an input, as people read them. */
import { refuseFindings, refuseIssues, type Refusal } from '../../../lib/source/refuse-issues';
import type { Finding, FindingPart } from '../../../lib/issue';
import { checkObjects } from '../../../lib/schema';

const finding = (message: string, more: Partial<Finding> = {}): Finding => ({
  code: 'wrong',
  severity: 'error',
  path: '',
  message,
  ...more,
});
/** A configuration with these problems. */
const unfit = (parts: readonly FindingPart[], more: Partial<Finding> = {}): Finding =>
  finding(`invalid bundle configuration: ${parts.map(({ message }) => message).join('; ')}`, { code: 'invalid-config', parts, ...more });

function refusal(findings: readonly Finding[], what?: string, more?: Refusal): { readonly message: string; readonly details: object } {
  try {
    refuseFindings(findings, () => undefined, what, more);
  } catch (error) {
    return error as { message: string; details: object };
  }
  throw new Error('nothing was refused');
}

test('that the cluster must serve a kind is not said where objects of kinds that it does not serve are left out', () => {
  const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' } };
  const issues = checkObjects([{ object: widget, origin: { source: 'a.yaml' } }]);
  const notes: string[] = [];
  refuseIssues(issues, (text) => notes.push(text));
  refuseIssues(issues, (text) => notes.push(text), undefined, { skipsUnserved: true });
  expect(notes).toEqual([
    expect.stringMatching(/so its fields were not checked\. The cluster must serve this kind already when the object is applied\.$/),
    expect.stringMatching(/so its fields were not checked\. Where the cluster does not serve this kind, the object is left out \(--skip-unserved\)\.$/),
  ]);
});

test('one mistake and several are counted', () => {
  expect(refusal([finding('a')], 'Bundle x').message).toBe('Bundle x has 1 mistake:\na.');
  expect(refusal([finding('a'), finding('b')], 'Bundle x').message).toBe('Bundle x has 2 mistakes:\na.\nb.');
});

test('that nothing was written is said by what writes', () => {
  expect(refusal([finding('a')], 'Bundle x', { writes: true }).message).toBe('Bundle x has 1 mistake; nothing was written:\na.');
});

test('what is no mistake of the input has a title of its own', () => {
  expect(refusal([finding('helm is too tired')], 'x', { title: 'Chart x cannot be rendered' }).message)
    .toBe('Chart x cannot be rendered:\nhelm is too tired.');
});

test('a configuration: a line for each mistake, with its own place and hint; the finding stays whole for programs', () => {
  const all = unfit([
    { message: "unknown key 'nmae'", hint: 'Did you mean "name"?', origin: 'values.yaml:3' },
    { message: "missing required field 'b'" },
    { message: "unknown key 'c'", origin: '--set' },
  ], { hint: 'Did you mean "name"?' });
  const { message, details } = refusal([all], 'The configuration of bundle x');
  expect(message.split('\n')).toEqual([
    'The configuration of bundle x has 3 mistakes:',
    'values.yaml:3: unknown key \'nmae\'. Did you mean "name"?',
    "missing required field 'b'.",
    "--set: unknown key 'c'.",
  ]);
  const { parts: _, ...whole } = all;
  expect(details).toEqual({ findings: [whole] });
});

test.each([
  ['a quoted value', 'must be "x; y" but got "\\"; z"'],
  ['no space behind it', 'must match pattern ^a;b$'],
])('a semicolon does not divide: %s', (_where, message) => {
  expect(refusal([unfit([{ message }])]).message).toBe(`The input has 1 mistake:\n${message}.`);
});

test('warnings alone refuse nothing', () => {
  const said: string[] = [];
  refuseFindings([finding('odd', { severity: 'warning' })], (note) => void said.push(note));
  expect(said).toEqual(['warning: odd.']);
});
