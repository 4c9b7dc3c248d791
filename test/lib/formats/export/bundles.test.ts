/**
 * Bundles of real operators there and back: what rendering makes of them is exported, and the result gives the same objects. Their folder
 * is given in the environment, as they are not part of the project.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Bundle, bundleFilesFromDirectory, bundleFilesOf, exportBundle, type ExportFormat, readBundle, renderBundle, type RenderResult,
  supportedInstallModes, type WebhookDefinition,
} from '../../../../lib/bundle';
import { identityOf } from '../../../../lib/formats/export/parts';
import { leastConfiguration } from '../../../../lib/formats/config';
import { formatFindings } from '../../../../lib/issue';
import { asRegistryBundle } from '../narrowed';
import { lines } from './package';

const folder = process.env['BOXCUTTER_BUNDLES'];
const NAMESPACE = 'operators';
const entries = folder === undefined ? [] : readdirSync(folder, { withFileTypes: true });
// One of them has nothing but dependencies.
const names = entries
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('invalid-') && entry.name !== 'odf-dependencies')
  .map(({ name }) => name);

interface Rendered {
  readonly bundle: Bundle;
  readonly objects: RenderResult['objects'];
}

/** Each is rendered once, for both formats. */
const rendered = new Map<string, Rendered>();

function there(name: string): Rendered {
  const known = rendered.get(name);
  if (known !== undefined) return known;
  const { bundle, findings } = readBundle(bundleFilesFromDirectory(join(folder ?? '', name)));
  if (bundle === undefined) throw new Error(formatFindings(findings));
  const config = leastConfiguration(bundle, NAMESPACE);
  const { objects } = renderBundle(bundle, { installNamespace: NAMESPACE, certificates: 'cert-manager', config });
  const made = { bundle, objects };
  rendered.set(name, made);
  return made;
}

function andBack(name: string, format: ExportFormat) {
  const { bundle, objects } = there(name);
  const result = exportBundle({
    format, packageName: bundle.packageName, version: bundle.version ?? '', installNamespace: NAMESPACE, objects,
    metadata: { installModes: supportedInstallModes(asRegistryBundle(bundle)) },
  });
  expect(lines(result)).toEqual([]);
  return { bundle, objects, back: readBundle(bundleFilesOf(name, Object.entries(result.files ?? {}))).bundle! };
}

if (folder === undefined) test.skip('skipped: BOXCUTTER_BUNDLES does not name a folder of bundles', () => undefined);
else {
  test.each(names)('%s as registry+v1: webhooks, APIs and deployments are those that its author declared', (name) => {
    const { bundle, back } = andBack(name, 'registry+v1');
    const namesOf = ({ type, generateName, conversionCRDs = [] }: WebhookDefinition): readonly string[] =>
      type === 'ConversionWebhook' ? conversionCRDs.map((crd) => `conversion of ${crd}`) : [`${type} ${generateName}`];
    const webhooksOf = (of: Bundle): string[] => asRegistryBundle(of).csv.webhooks.flatMap(namesOf).sort();
    expect(webhooksOf(back)).toEqual(webhooksOf(bundle));
    const deploymentsOf = (of: Bundle): string[] => asRegistryBundle(of).csv.deployments.map((deployment) => deployment.name).sort();
    expect(deploymentsOf(back)).toEqual(deploymentsOf(bundle));
    expect(back.crds).toHaveLength(bundle.crds.length);
  });

  test.each(names)('%s as plain+v0: every object in its file', (name) => {
    const { objects, back } = andBack(name, 'plain+v0');
    const identities = (list: typeof objects): string[] => [...new Set(list.map(({ manifest }) => identityOf(manifest)))].sort();
    expect(identities([...back.crds, ...back.others])).toEqual(identities(objects));
  });
}
