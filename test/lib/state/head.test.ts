import { gzipSync } from 'node:zlib';
import type { KubeObject, ResolvedRevision } from '../../../lib/api';
import { contentRef, decodeContent, decodeHead, encodeContent, encodeHead, headRef, newLock, partsOf, type Head } from '../../../lib/state';

const HEAD: Head = {
  extension: 'web',
  packageName: 'web-operator',
  revisions: [{ number: 2, version: '1.1.0', digest: 'sha256:b', at: '2026-01-01T00:00:00Z' }],
  inventory: [{
    ref: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'n', name: 'a' },
    order: 0,
    phase: 'deploy',
    uid: 'u',
    desired: 'd',
    owned: 'o',
  }],
  lock: newLock('apply', 'ada', 'id', new Date()),
};
/** What a client that may write Secrets can put in the place of a head's fields. */
const MALFORMED: readonly (readonly [string, object])[] = [
  ['with a revision that is none', { revisions: [null] }],
  ['with a number that is text', { revisions: [{ ...HEAD.revisions[0], number: '2' }] }],
  ['with a time that has a comment of any length', { revisions: [{ ...HEAD.revisions[0], at: `2026-01-01 (${'x'.repeat(10_000)})` }] }],
  ['with a time that is none', { revisions: [{ ...HEAD.revisions[0], at: 'yesterday' }] }],
  ['with an entry that is none', { inventory: [null] }],
  ['with an entry that names no object', { inventory: [{ ...HEAD.inventory[0], ref: {} }] }],
  ['with a lock that nobody holds', { lock: {} }],
  ['with a pause that nobody made', { paused: {} }],
  ['with a reason that is no text', { paused: { since: '2026-01-01T00:00:00Z', by: 'ada', reason: ['a'] } }],
  ['with probes that are none', { probes: [null] }],
  ['with former heads that are none', { formerUids: 5 }],
];
const stored = (secret: KubeObject): KubeObject => ({ ...secret, metadata: { ...secret.metadata, uid: 'head-uid', resourceVersion: '7' } });

describe('the head', () => {
  test('comes back as it was written', () => {
    expect(decodeHead(stored(encodeHead(HEAD, 'state')))).toEqual({
      head: HEAD, uid: 'head-uid', resourceVersion: '7', ref: headRef('web', 'state'), observed: { at: expect.any(Number) },
    });
  });

  test('a head that speaks for another extension than its name says is unreadable', () => {
    const secret = stored(encodeHead(HEAD, 'state'));
    const renamed = { ...secret, metadata: { ...secret.metadata, name: headRef('api', 'state').name } };
    expect(() => decodeHead(renamed)).toThrow(expect.objectContaining({ code: 'state-unreadable' }));
  });

  test('says what it is to people who look with kubectl', () => {
    const { type, metadata } = encodeHead(HEAD, 'state');
    expect(type).toBe('olm.operatorframework.io/extension-head');
    expect(metadata).toMatchObject({
      name: 'boxcutter.web', namespace: 'state',
      labels: { 'olm.operatorframework.io/state': 'head', 'olm.operatorframework.io/owner-name': 'web' },
      annotations: {
        'olm.operatorframework.io/revision': '2',
        'olm.operatorframework.io/bundle-version': '1.1.0',
        'olm.operatorframework.io/locked-by': HEAD.lock?.holder,
      },
    });
  });

  test('is written over that very state only', () => {
    const read = decodeHead(stored(encodeHead(HEAD, 'state')));
    expect(encodeHead(HEAD, 'state', read).metadata).toMatchObject({ uid: 'head-uid', resourceVersion: '7' });
  });

  const zipped = (text: string): string => gzipSync(text).toString('base64');
  test.each<[string, unknown, string]>([
    ['no data', undefined, 'state-unreadable'],
    ['other data', { other: 'x' }, 'state-unreadable'],
    ['not compressed', { head: Buffer.from('{}').toString('base64') }, 'state-unreadable'],
    ['not JSON', { head: zipped('{') }, 'state-unreadable'],
    ['not an object', { head: zipped('null') }, 'state-unreadable'],
    ['cut off', { head: zipped(JSON.stringify(HEAD)).slice(0, 40) }, 'state-unreadable'],
    ['of a later format', { head: zipped('{"schema":2}') }, 'state-version'],
    ['without what a head has', { head: zipped('{"schema":1}') }, 'state-unreadable'],
    ['larger than any head', { head: zipped(' '.repeat(17 * 1024 * 1024)) }, 'state-unreadable'],
    ['of more values than any head', { head: zipped(`{"schema":1,"x":[${'{},'.repeat(500_000)}1]}`) }, 'state-unreadable'],
    ...MALFORMED.map(([what, fields]): [string, unknown, string] =>
      [what, { head: zipped(JSON.stringify({ schema: 1, ...HEAD, ...fields })) }, 'state-unreadable']),
  ])('%s is refused with what to do', (_, data, code) => {
    expect(() => decodeHead({ ...stored(encodeHead(HEAD, 'state')), data }))
      .toThrow(expect.objectContaining({ code, hint: expect.any(String) }));
  });
});

describe('the content of a revision', () => {
  const head = decodeHead(stored(encodeHead(HEAD, 'state')));
  const revision = (value: string): ResolvedRevision => ({
    extension: 'web', number: 2, digest: 'sha256:b', probes: [],
    phases: [{
      name: 'deploy',
      objects: [{
        object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { value } },
        collisionProtection: 'Prevent',
      }],
    }],
  });
  /** Nothing that compression makes smaller. */
  const noise = (bytes: number): string => {
    let seed = 1;
    return Buffer.from(Array.from({ length: bytes }, () => (seed = (seed * 48_271) % 2_147_483_647) >> 8 & 255)).toString('base64');
  };

  test('is one immutable Secret that goes with the head', () => {
    const [part, ...more] = encodeContent(revision('x'), head);
    expect(more).toEqual([]);
    expect(part).toMatchObject({
      immutable: true,
      metadata: { name: 'boxcutter-content.web.2', ownerReferences: [{ uid: 'head-uid', name: 'boxcutter.web' }] },
    });
    expect(decodeContent([part as KubeObject], contentRef('web', 'state', 2))).toEqual(revision('x'));
  });

  test('large content has several parts, none over the limit', () => {
    const parts = encodeContent(revision(noise(1_500_000)), head);
    expect(parts.map(({ metadata }) => metadata.name)).toEqual(['boxcutter-content.web.2', 'boxcutter-content.web.2-1']);
    expect(partsOf(parts[0] as KubeObject)).toBe(2);
    for (const { data } of parts) expect(Buffer.from((data as { content: string }).content, 'base64').length).toBeLessThan(1024 * 1024);
    expect(decodeContent(parts, contentRef('web', 'state', 2))).toEqual(revision(noise(1_500_000)));
  });

  test.each<[string, object]>([
    ['without phases', { phases: null }],
    ['with a phase that is none', { phases: [null] }],
    ['with an object that has no name', { phases: [{ name: 'a', objects: [{ object: { apiVersion: 'v1', kind: 'Secret', metadata: {} } }] }] }],
    ['with probes that are none', { probes: [5] }],
  ])('%s is refused', (_, fields) => {
    const parts = encodeContent({ ...revision('x'), ...fields }, head);
    expect(() => decodeContent(parts, contentRef('web', 'state', 2))).toThrow(expect.objectContaining({ code: 'state-unreadable' }));
  });

  test('no two extensions share the name of a Secret', () => {
    const names = ['web', 'web.1', 'web.1-1', 'web-1'].flatMap((extension) =>
      [
        headRef(extension, 's').name,
        ...[1, 11].flatMap((number) => [0, 1, 2].map((part) => contentRef(extension, 's', number, part).name)),
      ]);
    expect(new Set(names).size).toBe(names.length);
  });
});
