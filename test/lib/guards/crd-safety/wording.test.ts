import { CRD_CHECKS, type CrdChange } from '../../../../lib/guards';
import type { CrdChanges } from '../../../../lib/guards/crd-safety/changes';
import { crdWording, crdWordsOf } from '../../../../lib/guards/crd-safety/wording';

const both = { before: '"a"', after: '"b"' };
const OTHER_MEANS = 'Compare the definitions by other means, or make the change in smaller steps.';

type Row = { readonly [Check in keyof CrdChanges]: readonly [check: Check, data: CrdChanges[Check], message: string] }[keyof CrdChanges];

test.each<Row>([
  ['scope', { before: '"Cluster"', after: '"Namespaced"' }, 'scope changed : "Cluster" -> "Namespaced"'],
  ['existingFieldRemoval', { version: 'v1', path: '^.spec.x' }, 'removed field : v1.^.spec.x'],
  ['storedVersionRemoval', { versions: ['v1', 'v2'] }, 'stored versions removed : [v1 v2]'],
  ['servedVersionRemoval', { versions: ['v1beta1'] }, 'versions no longer served : [v1beta1]'],
  ['default', { after: '"1"' }, 'default added when there was none previously : "1"'],
  ['default', { before: '"1"' }, 'default value removed : "1"'],
  ['default', both, 'default value changed : "a" -> "b"'],
  ['description', both, 'description changed : "a" -> "b"'],
  ['enum', { part: 'set-added', values: '["c"]' }, 'enum constraint added when there was none previously : ["c"]'],
  ['enum', { part: 'values-removed', values: '["c"]' }, 'allowed enum values removed : ["c"]'],
  ['enum', { part: 'values-added', values: '["c"]' }, 'allowed enum values added : ["c"]'],
  ['maxItems', { after: 3 }, 'maximum constraint added when there was none previously : 3'],
  ['maximum', { before: 5, after: 3 }, 'maximum decreased : 5 -> 3'],
  ['minLength', { after: 1 }, 'minimum constraint added when there was none previously : 1'],
  ['minimum', { before: 0, after: 2 }, 'minimum increased : 0 -> 2'],
  ['nullable', { before: true, after: false }, 'nullable removed : true -> false'],
  ['nullable', { before: false, after: true }, 'nullable added : false -> true'],
  ['oneOf', { part: 'set-added', values: '[{}]' }, 'oneOf constraint added when there was none previously: [{}]'],
  ['oneOf', { part: 'values-removed', values: '[{}]' }, 'allowed oneOf schemas removed: [{}]'],
  ['oneOf', { part: 'values-added', values: '[{}]' }, 'allowed oneOf schemas added: [{}]'],
  ['pattern', { after: '"b"' }, 'pattern added : "" -> "b"'],
  ['pattern', { before: '"a"' }, 'pattern removed : "a" -> ""'],
  ['pattern', both, 'pattern changed : "a" -> "b"'],
  ['required', { fields: '[x y]' }, 'new required fields: [x y]'],
  ['type', both, 'type changed : "a" -> "b"'],
  [
    'unhandled',
    { keywords: [{ keyword: 'Format', before: '""', after: '"email"' }, { keyword: 'Not', before: 'nil', after: '{}' }] },
    'unhandled changes found (Format "" -> "email"; Not nil -> {})',
  ],
])('%s with %j is said in the words of crdify', (check, data, message) => {
  expect(crdWordsOf({ check, change: 'changed', data }).message).toBe(message);
});

test('a comparison that came to no end says why, and what to do instead', () => {
  const words = (data: CrdChanges['unhandled']) => crdWordsOf({ check: 'unhandled', change: 'changed', data });
  expect(words({ unfinished: 'too-large' })).toEqual({ message: 'the schemas are too large to be compared', hint: OTHER_MEANS });
  expect(words({ unfinished: 'too-many-changes', limit: 500 })).toEqual({
    message: 'more than 500 changes: the rest was not checked', hint: OTHER_MEANS,
  });
});

test('the safe alternative goes with the direction of the change', () => {
  const hint = (change: CrdChange) => crdWordsOf({ check: 'maximum', change, data: { after: 3 } }).hint;
  expect(hint('added')).toMatch(/^Stored objects that break it can be updated/);
  expect(hint('tightened')).toMatch(/^Objects that are stored may break it/);
});

test('there are words for every check, and for nothing else', () => {
  expect(Object.keys(crdWording).sort()).toEqual([...CRD_CHECKS].sort());
});
