/** Bundles of real operators; their folder is given in the environment, as they are not part of the project. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { bundleFilesFromDirectory, readBundle, renderBundle } from '../../../../../lib/bundle';
import { compile } from '../../../../../lib/compile';
import { checkObjects } from '../../../../../lib/schema';
import { bundleIn, titles } from './make';
import { REAL_BUNDLES } from './real-bundles';

const folder = process.env['BOXCUTTER_BUNDLES'];

describe('real operators are rendered', () => {
  if (folder === undefined) {
    test.skip('skipped: BOXCUTTER_BUNDLES does not name a folder of bundles', () => undefined);
    return;
  }

  describe.each(REAL_BUNDLES)('$folder, $config', ({ folder: name, config, kinds, digest }) => {
    const bundle = bundleIn(join(folder, name));
    const options = { installNamespace: 'operators', config: { ...config }, certificates: 'cert-manager' } as const;
    const { findings, objects } = renderBundle(bundle, options);

    test('to the kinds and names that are expected', () => {
      expect(findings).toEqual([]);
      const names = titles(objects.map(({ manifest }) => manifest));
      expect({ kinds: countByKind(names), digest: digestOf(names) }).toEqual({ kinds, digest });
    });

    test('to objects that Kubernetes takes, and that compile', () => {
      const found = checkObjects(objects.map(({ manifest, origin }) => ({ object: manifest, origin })), { kubernetesVersion: '1.34' });
      expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
      const compiled = compile({ extension: 'demo', namespace: 'operators', objects });
      expect(compiled.findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(objects.length === 0 ? ['empty-revision'] : []);
    });

    test('the same from the same, and without touching the bundle', () => {
      const before = JSON.stringify(bundle);
      expect(JSON.stringify(renderBundle(bundle, options).objects)).toBe(JSON.stringify(objects));
      expect(JSON.stringify(bundle)).toBe(before);
    });
  });

  test('the one with a wrong version is refused by the reader already', () => {
    expect(readBundle(bundleFilesFromDirectory(join(folder, 'invalid-version-node-feature-discovery'))).bundle).toBeUndefined();
  });
});

function countByKind(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const kind of names.map((name) => name.split(' ')[0] ?? '')) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => (count === 1 ? kind : `${kind}×${count}`)).join(' ');
}

function digestOf(names: readonly string[]): string {
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 12);
}
