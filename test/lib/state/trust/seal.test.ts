/** The statement that is sealed: every part of it counts, and every byte of the content. */
import { randomBytes } from 'node:crypto';
import type { KubeObject, ResolvedRevision } from '../../../../lib/api';
import { encodeContent } from '../../../../lib/state';
import { contentStatement, formerStatement, judgeSeal, sealIn, sealOf, withSeal } from '../../../../lib/state/trust';
import type { Key } from '../../../../lib/state/trust/key';
import type { ContentStatement } from '../../../../lib/state/trust/seal';

const key = (id = 'a'): Key => ({ bytes: randomBytes(32), id });
const right = key();
const statement: ContentStatement = { about: 'content', namespace: 'shop', extension: 'web', head: 'uid-1', number: 3, parts: 1, digest: 'abc' };
const head = (uid: string, extension = 'web', namespace = 'shop') => ({
  head: { extension, revisions: [], inventory: [] }, uid, resourceVersion: '1', ref: { apiVersion: 'v1', kind: 'Secret', namespace, name: `boxcutter.${extension}` },
});
const revision: ResolvedRevision = { extension: 'web', number: 3, digest: 'd', phases: [], probes: [], config: { admin: 'ada' } };

test('a seal is right for its statement and its key', () => {
  expect(judgeSeal(sealOf(statement, right), statement, right)).toBe('right');
  expect(sealOf(statement, right)).toBe(sealOf({ ...statement }, right));
});

test.each<[keyof ContentStatement, unknown]>([
  ['about', 'former-heads'], ['namespace', 'other'], ['extension', 'web2'], ['head', 'uid-2'], ['number', 4], ['number', '3'], ['parts', 2], ['digest', 'abd'],
])('another %s (%s) is another statement', (name, value) => {
  expect(judgeSeal(sealOf(statement, right), { ...statement, [name]: value } as ContentStatement, right)).toBe('wrong');
});

test.each([
  ['of another key', sealOf(statement, key('b')), 'other-key'],
  ['of a key that has the same id', sealOf(statement, key()), 'wrong'],
  ['of another version', sealOf(statement, right).replace('v1.', 'v2.'), 'wrong'],
  ['cut short', sealOf(statement, right).slice(0, -2), 'wrong'],
  ['with more behind it', `${sealOf(statement, right)}.x`, 'wrong'],
  ['that is nothing', '', 'wrong'],
  ['without a code', 'v1.a.', 'wrong'],
])('a seal %s is not right', (_, seal, verdict) => {
  expect(judgeSeal(seal, statement, right)).toBe(verdict);
});

test('former heads are sealed with place and name, and none can be added or left out', () => {
  const sealed = sealOf(formerStatement('web', 'shop', ['1', '2']), right);
  const judged = [formerStatement('web', 'shop', ['1', '2']), formerStatement('web', 'shop', ['1']), formerStatement('web', 'shop', ['1', '2', '3']),
    formerStatement('api', 'shop', ['1', '2']), formerStatement('web', 'till', ['1', '2'])].map((one) => judgeSeal(sealed, one, right));
  expect(judged).toEqual(['right', 'wrong', 'wrong', 'wrong', 'wrong']);
});

describe('of content', () => {
  const stored = head('uid-1');
  const secrets = encodeContent(revision, stored);
  const sealed = withSeal(secrets, sealOf(contentStatement(stored, 3, secrets), right));
  const judge = (parts: readonly KubeObject[], of = stored, number = 3) => judgeSeal(sealIn(parts[0] as KubeObject) ?? '', contentStatement(of, number, parts), right);

  test('it is on the first Secret, and right as it was written', () => {
    expect(sealIn(sealed[0] as KubeObject)).toMatch(/^v1\.a\.[\w-]{43}$/);
    expect(judge(sealed)).toBe('right');
  });

  const changed = encodeContent({ ...revision, config: { admin: 'mallory' } }, stored);
  test.each<[string, () => ReturnType<typeof judge>]>([
    ['other choices under the same digest', () => judge([{ ...(sealed[0] as KubeObject), data: (changed[0] as KubeObject)['data'] }])],
    ['one Secret more', () => judge([...sealed, ...secrets])],
    ['the head of another extension', () => judge(sealed, head('uid-1', 'api'))],
    ['another head of this name', () => judge(sealed, head('uid-2'))],
    ['the same in another namespace', () => judge(sealed, head('uid-1', 'web', 'till'))],
    ['another number', () => judge(sealed, stored, 4)],
  ])('it is wrong for %s', (_, verdict) => {
    expect(verdict()).toBe('wrong');
  });

  test('whether it is trusted is not part of it, so no client can write that down', () => {
    expect(encodeContent({ ...revision, untrusted: { secret: 'a/b', why: 'unsealed' } }, stored)).toEqual(secrets);
  });
});
