import { type Outcome, waitsForOthers } from '../../../../lib/controllers/extension/outcome';

const candidate = (...reasons: readonly string[]): object => ({ fate: { is: 'ineligible', reasons: reasons.map((reason) => ({ reason })) } });
const unresolved = (found: string, ...candidates: readonly object[]): Outcome => (
  { type: 'unresolved', unresolved: { failure: { found }, candidates } } as unknown as Outcome
);

test.each<[string, Outcome, boolean]>([
  ['what its bundle needs is being installed', { type: 'waiting', message: 'needs "b"' }, true],
  ['a bundle needs what another extension may bring', unresolved('no-bundle', candidate('no-edge'), candidate('unmet-dependency')), true],
  ['no bundle fits, whatever others bring', unresolved('no-bundle', candidate('out-of-range'), { fate: { is: 'eligible', behind: 'older' } }), false],
  ['no catalog has the package', unresolved('no-package'), false],
  ['its image cannot be pulled', { type: 'failed', bundle: { name: 'a.v1', version: '1.0.0' }, message: 'not found' }, false],
  ['nothing is in the way', { type: 'done' }, false],
])('%s', (_what, outcome, expected) => {
  // Of a thousand extensions, each one that gets installed would be a turn of every one that waits.
  expect(waitsForOthers(outcome)).toBe(expected);
});
