/** The upgrade graph of a channel: heads, the chain of replaces, skips. Table of docs/conformance.md. */
import { type ChannelEntry } from '../../../../lib/catalog';
import { chainProblem } from '../../../../lib/catalog/validate/upgrade-chain';

/** `c > b, a`: c replaces b and skips a. */
const entriesOf = (text: string): ReadonlyMap<string, ChannelEntry> => new Map(text.split(';').map((one) => {
  const [name = '', edges = ''] = one.split('>').map((part) => part.trim());
  const [replaces, ...skips] = edges.split(',').map((part) => part.trim());
  return [name, { name, skips, ...(replaces ? { replaces } : {}) }];
}));

test.each([
  ['one version', 'a', undefined],
  ['a chain', 'c > b; b > a; a', undefined],
  ['a tail that replaces what is not there', 'b > a; a > gone', undefined],
  ['skipped without replaces', 'c > , a, b; b; a', undefined],
  ['a skipped version with edges of its own', 'c > a, b; b > a; a', undefined],
  ['skips that name what is not there', 'b > a, gone; a', undefined],
  ['a chain that ends at a skipped version, with nothing behind it', 'c > b, b; b', undefined],
  ['a chain that ends at a skipped version', 'c > b, b; b > a; a', { found: 'stranded', names: ['a'] }],
  ['several behind a skipped version, sorted', 'd > c, c; c > b; b > a; a', { found: 'stranded', names: ['a', 'b'] }],
  ['versions without edges', 'c; b; a', { found: 'several-heads', heads: ['a', 'b', 'c'] }],
  ['two chains', 'd > c; c; b > a; a', { found: 'several-heads', heads: ['b', 'd'] }],
  ['a circle', 'a > b; b > a', { found: 'no-head' }],
  ['a version that replaces itself', 'a > a', { found: 'no-head' }],
  ['a version that skips itself', 'a > , a', { found: 'no-head' }],
  ['a circle below the head', 'v4 > v3; v3 > v2; v2 > v1; v1 > v3', { found: 'cycle', names: ['v3', 'v2', 'v1', 'v3'] }],
  ['a circle of one below the head', 'b > a; a > a', { found: 'cycle', names: ['a', 'a'] }],
] as const)('%s', (_, text, problem) => {
  expect(chainProblem(entriesOf(text))).toEqual(problem);
});

test('a rebuild that replaces an older version and skips the one it rebuilds', () => {
  expect(chainProblem(entriesOf('v0.10.2 > r; r > v0.10.0, v0.10.1; v0.10.1; v0.10.0'))).toBeUndefined();
});

test('a chain of twenty thousand versions takes no time', () => {
  const entries = new Map(Array.from({ length: 20_000 }, (_, index) => [`v${index}`, { name: `v${index}`, skips: [], replaces: `v${index - 1}` }]));
  expect(chainProblem(entries)).toBeUndefined();
});
