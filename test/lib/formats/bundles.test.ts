/** Bundles of real operators; their folder is given in the environment, as they are not part of the project. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFilesFromDirectory, readBundle } from '../../../lib/bundle';
import { formatFindings } from '../../../lib/issue';
import { asRegistryBundle } from './narrowed';

const folder = process.env['BOXCUTTER_BUNDLES'];
const entries = folder === undefined ? [] : readdirSync(folder, { withFileTypes: true });
const bundles = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
const read = (name: string) => readBundle(bundleFilesFromDirectory(join(folder ?? '', name)));

if (folder === undefined) test.skip('skipped: BOXCUTTER_BUNDLES does not name a folder of bundles', () => undefined);
else {
  test.each(bundles.filter((name) => !name.startsWith('invalid-')))('%s is read without an error', (name) => {
    const { bundle, findings } = read(name);
    expect(formatFindings(findings.filter(({ severity }) => severity === 'error'))).toBe('');
    expect(bundle).toMatchObject({ format: 'registry+v1', csv: { name: bundle?.name, version: bundle?.version } });
    expect(bundle?.channels.length).toBeGreaterThan(0);
  });

  test('a version that is none is refused, and nothing else is wrong with that bundle', () => {
    const { bundle, findings } = read('invalid-version-node-feature-discovery');
    expect(bundle).toBeUndefined();
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([
      expect.objectContaining({ code: 'bundle-version', path: 'spec.version', origin: expect.stringMatching(/^manifests\/node-feature-discovery-operator\.clusterserviceversion\.yaml:\d{2,}$/), message: 'the version "master" is not a semantic version' }),
    ]);
  });

  test('what they say is what is read', () => {
    expect(read('odf-dependencies').bundle).toMatchObject({ properties: [{ type: 'olm.maxOpenShiftVersion', value: '4.23' }], dependencies: { length: 10 } });
    expect(asRegistryBundle(read('opentelemetry-operator').bundle).csv.webhooks).toHaveLength(14);
    expect(read('compliance-operator').bundle).toMatchObject({ version: '1.10.0-dev', crds: { length: 12 }, others: { length: 19 } });
    expect(read('metallb-operator').bundle).not.toHaveProperty('defaultChannel');
    expect(read('gpu-operator').bundle?.defaultChannel).toBe('v26.7');
  });

  test('the largest takes well under a second of processor time', () => {
    const times = [1, 2, 3].map(() => {
      const start = process.cpuUsage();
      expect(read('argocd-operator').bundle?.crds).toHaveLength(8);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    });
    expect(Math.min(...times)).toBeLessThan(1000);
  });
}
