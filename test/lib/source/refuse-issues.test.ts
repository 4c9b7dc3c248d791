/** Mistakes in an input, as people read them. */
import { refuseFindings, refuseIssues, type Refusal } from '../../../lib/source/refuse-issues';
import type { Finding } from '../../../lib/issue';
import { checkObjects } from '../../../lib/schema';

const finding = (message: string, more: Partial<Finding> = {}): Finding => ({
  code: 'wrong',
  severity: 'error',
  path: '',
  message,
  ...more,
});
/** A configuration with these problems. */
const unfit = (problems: readonly string[], more: Partial<Finding> = {}): Finding =>
  finding(`invalid bundle configuration: ${problems.join('; ')}`, {
    code: 'invalid-config', parts: problems.map((problem) => `invalid bundle configuration: ${problem}`), ...more,
  });

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

test('a configuration: a line for each mistake and the hint once; the finding stays whole for programs', () => {
  const all = unfit(["unknown key 'a'", "missing required field 'b'"], { hint: 'Look it up.' });
  const { message, details } = refusal([all], 'The configuration of bundle x');
  expect(message).toBe("The configuration of bundle x has 2 mistakes:\ninvalid bundle configuration: unknown key 'a'.\ninvalid bundle configuration: missing required field 'b'. Look it up.");
  const { parts: _, ...whole } = all;
  expect(details).toEqual({ findings: [whole] });
});

test.each([
  ['a quoted value', 'must be "x; y" but got "\\"; z"'],
  ['no space behind it', 'must match pattern ^a;b$'],
])('a semicolon does not divide: %s', (_where, message) => {
  expect(refusal([unfit([message])]).message).toBe(`The input has 1 mistake:\ninvalid bundle configuration: ${message}.`);
});

test('warnings alone refuse nothing', () => {
  const said: string[] = [];
  refuseFindings([finding('odd', { severity: 'warning' })], (note) => void said.push(note));
  expect(said).toEqual(['warning: odd.']);
});
