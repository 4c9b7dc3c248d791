import { gzipSync } from 'node:zlib';
import type { JsonObject, KubeObject, RevisionManifest } from '../../../lib/api';
import { resolveRevision, type CompiledRevision } from '../../../lib/revision';
import { configMap, crd, custom, randomFrom, run } from './make';

const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'ns' }, stringData: { password: 'hunter2' } };

function compiled(...entries: Parameters<typeof run>): CompiledRevision {
  const result = run(...entries);
  if (result.compiled === undefined) throw new Error(JSON.stringify(result.findings));
  return result.compiled;
}

/** Text that does not compress well. */
function noise(length: number, seed = 1): string {
  const random = randomFrom(seed);
  return Array.from({ length }, () => Math.floor(random() * 36).toString(36)).join('');
}

describe('content Secrets', () => {
  test('objects of kind Secret are never in the manifest', () => {
    const { manifest, contentSecrets } = compiled([secret, configMap('c')]);
    expect(JSON.stringify(manifest)).not.toContain(Buffer.from('hunter2').toString('base64'));
    expect(manifest.spec.phases[0]?.objects.map((entry) => Object.keys(entry))).toEqual([['object'], ['ref']]);
    const [content] = contentSecrets;
    expect(content).toMatchObject({
      kind: 'Secret',
      type: 'olm.operatorframework.io/object-data',
      immutable: true,
      metadata: {
        name: expect.stringMatching(/^demo-1-[0-9a-f]{16}$/) as string,
        namespace: 'olmv1-system',
        labels: { 'olm.operatorframework.io/owner-name': 'demo', 'olm.operatorframework.io/revision-name': 'demo-1' },
      },
    });
    expect(Object.keys(content?.['data'] as JsonObject)).toEqual([expect.stringMatching(/^[A-Za-z0-9_-]{43}$/)]);
  });

  test('of the others the biggest go by reference until the manifest is small', () => {
    const all = Array.from({ length: 6 }, (_, i) => configMap(`c${i}`, { data: { text: noise(100 * 1024 + i) } }));
    const { manifest, contentSecrets } = compiled(all);
    expect(manifest.spec.phases[0]?.objects.map((entry) => Object.keys(entry)[0]))
      .toEqual(['object', 'object', 'ref', 'ref', 'ref', 'ref']);
    expect(Buffer.byteLength(JSON.stringify(manifest))).toBeLessThan(300 * 1024);
    expect(contentSecrets).toHaveLength(1);
  });

  test('a Secret is closed before it holds more than 900 KiB, and a value above that is compressed', () => {
    const big = custom('Foo', 'big', { spec: { text: 'same '.repeat(250 * 1024) } });
    const all = Array.from({ length: 5 }, (_, i) => custom('Foo', `c${i}`, { spec: { text: noise(400 * 1024, i) } }));
    const { manifest, contentSecrets, resolved } = compiled([crd('Foo'), big, ...all]);
    const sizes = contentSecrets.map(({ data }) => Object.values(data as Record<string, string>)
      .reduce((sum, value) => sum + Buffer.byteLength(value, 'base64'), 0));
    expect(sizes.every((bytes) => bytes <= 900 * 1024)).toBe(true);
    expect(sizes).toHaveLength(3);
    const values = contentSecrets.flatMap(({ data }) => Object.values(data as Record<string, string>)
      .map((value) => Buffer.from(value, 'base64')));
    const packed = values.filter((bytes) => bytes[0] === 0x1f);
    expect(packed.map((bytes) => bytes.subarray(4, 10).toString('hex'))).toEqual(['0000000002ff']);
    expect(resolveRevision(manifest, contentSecrets)).toEqual(resolved);
  });

  test('content that no Secret can hold is refused by name', () => {
    const noisy = Array.from({ length: 1600 * 1024 }, (_, i) => String.fromCharCode(32 + ((i * 7919 + (i >> 3) * 104729) % 94))).join('');
    const random = randomFrom(5);
    const text = Array.from(noisy, () => String.fromCharCode(33 + Math.floor(random() * 90))).join('');
    const result = run([crd('Foo'), custom('Foo', 'f', { spec: { text } })]);
    expect(result.findings.filter(({ severity }) => severity === 'error')).toEqual([expect.objectContaining({
      code: 'object-too-large',
      subject: 'Foo.example.com/v1 ns/f',
    })]);
  });
});

describe('reading a revision back', () => {
  test('gives what was compiled', () => {
    const probes = [{
      selector: { type: 'GroupKind' as const, groupKind: { group: '', kind: 'Secret' } },
      assertions: [{ type: 'KindDefault' as const }],
    }];
    const { manifest, contentSecrets, resolved } = compiled([secret, configMap('c')], {
      version: '1.0.0',
      packageName: 'p',
      probes,
      progressDeadlineMinutes: 10,
      collisionProtection: 'IfNoController',
    });
    const read = JSON.parse(JSON.stringify({ manifest, contentSecrets })) as { manifest: RevisionManifest; contentSecrets: KubeObject[] };
    expect(resolveRevision(read.manifest, read.contentSecrets)).toEqual(resolved);
  });

  test('takes protections of phases, and references without a namespace', () => {
    const content = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'x', namespace: 'olmv1-system' },
      data: { k: gzipSync(JSON.stringify(configMap('c'))).toString('base64') },
    };
    const manifest = {
      apiVersion: 'olm.operatorframework.io/v1',
      kind: 'ClusterExtensionRevision',
      metadata: { name: 'demo-ext-7' },
      spec: {
        lifecycleState: 'Active',
        revision: 7,
        phases: [{ name: 'a', collisionProtection: 'None', objects: [{ ref: { name: 'x', key: 'k' } }] }],
      },
    } as RevisionManifest;
    expect(resolveRevision(manifest, [content])).toMatchObject({
      extension: 'demo-ext',
      number: 7,
      phases: [{ name: 'a', objects: [{ object: configMap('c'), collisionProtection: 'None' }] }],
    });
  });

  const { manifest, contentSecrets } = compiled([secret]);
  const phase = (name: string, ...names: string[]) => ({ name, objects: names.map((one) => ({ object: configMap(one) })) });
  const withPhases = (phases: unknown): RevisionManifest => ({ ...manifest, spec: { ...manifest.spec, phases } }) as RevisionManifest;
  const stored = (bytes: Buffer): KubeObject[] => contentSecrets.map((one) => ({
    ...one,
    data: Object.fromEntries(Object.keys(one['data'] as object).map((key) => [key, bytes.toString('base64')])),
  }));

  test.each([
    [
      'a Secret that is not there',
      manifest,
      [],
      'content-missing',
      /Secret olmv1-system\/demo-1-[0-9a-f]{16} with the content of object 1 of phase configuration of revision demo-1 is not there\./,
    ],
    ['a key that is not there', manifest, contentSecrets.map((one) => ({ ...one, data: {} })), 'content-missing', /has no key/],
    [
      'content that is not JSON, without quoting it',
      manifest,
      stored(Buffer.from('hunter2')),
      'content-invalid',
      /^(?!.*hunter2).*it is not JSON\.$/,
    ],
    [
      'an integer that would be rounded, with its path',
      manifest,
      stored(Buffer.from('{"spec":{"a":["1234567890123456789",{"b":9007199254740993}]}}')),
      'content-invalid',
      /the integer at spec\.a\[1\]\.b is beyond 2\^53 and would be rounded/,
    ],
    // As the answer of an API server is read: the last digit is another one by now.
    [
      'an inline integer that was rounded when it was read', withPhases([{
        name: 'a', objects: [{ object: JSON.parse(JSON.stringify(configMap('c', { spec: 'X' }))
          .replace('"X"', '[{"b":9007199254740993}]')) }],
      }]), [], 'content-invalid', /^The integer at spec\[0\]\.b of what stands for object 1 of phase a of revision demo-1 is beyond 2\^53/,
    ],
    ['content that is no object', manifest, stored(Buffer.from('[]')), 'content-invalid', /not a Kubernetes object/],
    ['broken gzip', manifest, stored(Buffer.from([0x1f, 0x8b, 1, 2, 3])), 'content-invalid', /cannot be read/],
    ['a gzip bomb', manifest, stored(gzipSync(Buffer.alloc(11 * 1024 * 1024))), 'content-invalid', /more than 10 MiB when it is unpacked/],
    [
      'two phases of one name',
      withPhases([phase('a', 'x'), phase('a', 'y')]),
      [],
      'invalid-revision',
      /^Two phases of revision demo-1 are called a\.$/,
    ],
    [
      'one object twice',
      withPhases([phase('a', 'x'), phase('b', 'y', 'x')]),
      [],
      'invalid-revision',
      new RegExp('^ConfigMap\\.v1 ns/x is in the revision twice: as object 1 of phase a of revision demo-1, '
        + 'and as object 2 of phase b of revision demo-1\\.$'),
    ],
    [
      'more phases than the API allows',
      withPhases(Array.from({ length: 21 }, (_, i) => phase(`p${i}`, `${i}`))),
      [],
      'invalid-revision',
      /has 21 phases, and may have 20/,
    ],
    [
      'more objects in a phase than the API allows',
      withPhases([phase('p', ...Array.from({ length: 51 }, (_, i) => `${i}`))]),
      [],
      'invalid-revision',
      /Phase p of revision demo-1 has 51 objects, and may have 50/,
    ],
    ['an extension without a name', { ...manifest, metadata: { name: 'demo-1', labels: { 'olm.operatorframework.io/owner-name': '' } } },
      [], 'invalid-revision', /demo-1 belongs to "", which cannot be the name of an extension/],
    ['an extension whose name is none', { ...manifest, metadata: { name: 'x/../y-1' } }, [], 'invalid-revision', /belongs to "x\/\.\.\/y"/],
    ['a manifest without phases', { ...manifest, spec: {} } as RevisionManifest, [], 'invalid-revision', /no spec\.phases/],
  ])('refuses %s', (_, document, secrets, code, message) => {
    expect(() => resolveRevision(document, secrets)).toThrow(expect.objectContaining({
      code,
      category: 'input',
      message: expect.stringMatching(message) as string,
    }) as Error);
  });

  /** A revision of references to big contents, compressed to almost nothing. */
  function bombs(refs: number, contents: number): { manifest: RevisionManifest; secrets: KubeObject[] } {
    const text = JSON.stringify(' '.repeat(9 * 1024 * 1024));
    const big = (i: number) => gzipSync(JSON.stringify(configMap(`c${i}`, { data: { text: 'X' } })).replace('"X"', text), { level: 1 })
      .toString('base64');
    const data = Object.fromEntries(Array.from({ length: contents }, (_, i) => [`k${i}`, big(i)]));
    const objects = Array.from({ length: refs }, (_, i) => ({ ref: { name: 'x', namespace: 'ns', key: `k${i % contents}` } }));
    return {
      manifest: withPhases([{ name: 'a', objects }]),
      secrets: [{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x', namespace: 'ns' }, data }],
    };
  }

  test('content that is referred to again is not unpacked again', () => {
    const { manifest: document, secrets } = bombs(50, 1);
    const unpacked = jest.spyOn(jest.requireActual<typeof import('node:zlib')>('node:zlib'), 'gunzipSync');
    expect(() => resolveRevision(document, secrets)).toThrow('is in the revision twice');
    expect(unpacked).toHaveBeenCalledTimes(1);
    unpacked.mockRestore();
  });

  test('content of all objects together has a limit', () => {
    const { manifest: document, secrets } = bombs(20, 20);
    expect(() => resolveRevision(document, secrets)).toThrow(expect.objectContaining({
      code: 'content-invalid',
      message: expect.stringMatching(/object 15 .* the revision has more than 128 MiB when it is unpacked/) as string,
    }) as Error);
    const fewer = withPhases([{ name: 'a', objects: document.spec.phases[0]?.objects.slice(0, 14) ?? [] }]);
    expect(resolveRevision(fewer, secrets).phases[0]?.objects).toHaveLength(14);
  });
});
