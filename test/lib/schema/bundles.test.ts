/**
 * Real operators' bundles: the check must not complain of anything in them. They are not part of this repository; the variable
 * BOXCUTTER_BUNDLES names a folder with one bundle a subfolder.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { formatIssues } from '../../../lib/issue';
import { checkObjects, schemaWording, supportedKubernetesVersions } from '../../../lib/schema';
import { loadManifests } from '../../../lib/formats/detect/load-manifests';
import { yamlWording } from '../../../lib/yaml';
import { cpuMilliseconds } from '../../support/cpu-time';

const folder = process.env.BOXCUTTER_BUNDLES;
const entries = folder === undefined ? [] : readdirSync(folder, { withFileTypes: true });
const bundles = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);

if (folder === undefined) {
  test.skip('real bundles: set BOXCUTTER_BUNDLES to their folder', () => undefined);
} else {
  describe.each(supportedKubernetesVersions())('against Kubernetes %s', (kubernetesVersion) => {
    test.each(bundles)('%s has no error', (bundle) => {
      const { objects, issues } = loadManifests(join(folder, bundle));
      expect(formatIssues(issues, yamlWording)).toBe('');
      const found = checkObjects(objects.map(({ manifest, origin }) => ({ object: manifest, origin })), { kubernetesVersion });
      expect(formatIssues(found.filter(({ severity }) => severity === 'error'), schemaWording)).toBe('');
      // Kinds of other products, and copies: real, and worth a warning.
      expect(found.filter(({ code }) => code !== 'unknown-kind' && code !== 'duplicate-object')).toEqual([]);
    });
  });

  test('the largest bundle is read in well under half a second', () => {
    const start = cpuMilliseconds();
    for (const bundle of bundles) loadManifests(join(folder, bundle));
    expect((cpuMilliseconds() - start) / bundles.length).toBeLessThan(500);
  });
}
