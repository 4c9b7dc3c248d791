/** A release that is put aside, and as it was again. */
import { fenceOf, storedRelease } from '../../../../lib/adoption';
import { fencePatch, unfencePatch } from '../../../../lib/adoption/helm/fence-marks';
import type { KubeObject } from '../../../../lib/api';
import type { JsonPatchOperation } from '../../../../lib/engine';
import { helmSecret } from './stored';

/** As the API server applies it. */
function patched(object: KubeObject, operations: readonly JsonPatchOperation[]): KubeObject {
  const copy = structuredClone(object) as unknown as { metadata: Record<string, Record<string, unknown>> };
  for (const { op, path, value } of operations) {
    if (op === 'test') continue;
    const [, , kind = '', name] = path.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (name === undefined) copy.metadata[kind] = value as Record<string, unknown>;
    else if (op === 'remove') delete copy.metadata[kind]?.[name];
    else (copy.metadata[kind] ??= {})[name] = value;
  }
  return copy as unknown as KubeObject;
}

const by = { extension: 'shop', stateNamespace: 'shop-ns', version: 3, at: new Date('2026-01-02T03:04:05Z') };

test('Helm no longer finds it; we do, with who has it and since when', () => {
  const fenced = patched(helmSecret(), fencePatch(helmSecret(), by));
  expect(fenced.metadata.labels).not.toHaveProperty('owner');
  expect(fenceOf(fenced)).toEqual(by);
  expect(storedRelease(fenced)).toMatchObject({ name: 'shop', version: 1, status: 'deployed', storage: 'helm' });
});

test('given back, it is as it was, with what others put on it', () => {
  const original = helmSecret();
  const noted = { ...original, metadata: { ...original.metadata, annotations: { backup: 'yes' } } };
  const fenced = patched(noted, fencePatch(noted, by));
  expect(patched(fenced, unfencePatch(fenced))).toEqual(noted);
});

test('twice does nothing, and each patch is only for the state that was read', () => {
  const original = helmSecret();
  const fenced = patched(original, fencePatch(original, by));
  expect([fencePatch(fenced, by), unfencePatch(original)]).toEqual([[], []]);
  expect(fencePatch(original, by).filter(({ op }) => op === 'test')).toEqual([
    { op: 'test', path: '/metadata/uid', value: 'uid-1' }, { op: 'test', path: '/metadata/resourceVersion', value: '7' },
  ]);
});
