/** The proof of an export bites: whatever is changed in the files that were written is found. */
import type { JsonObject } from '../../../../lib/api';
import { bundleFilesOf, formatsWording, readBundle } from '../../../../lib/bundle';
import { differencesFromPackage } from '../../../../lib/formats/export/self-check';
import { draftRegistryV1 } from '../../../../lib/formats/registry-v1/export/draft';
import type { ExportSource } from '../../../../lib/formats/export';
import { compile } from '../../../../lib/compile';
import { formatIssue } from '../../../../lib/issue';
import { account, clusterRole, clusterRoleBinding, deployment, NAMESPACE, object, settings } from './package';

const CSV = 'manifests/shop.clusterserviceversion.yaml';
const objects = [account(), clusterRole(), clusterRoleBinding(), settings(), deployment()].map((manifest, index) => ({ manifest, origin: { source: `shop/${index}` } }));
const source: ExportSource = { format: 'registry+v1', packageName: 'shop', version: '1.0.0', installNamespace: NAMESPACE, objects };
const own = compile({ extension: 'shop', namespace: NAMESPACE, objects })
  .compiled!.resolved.phases.flatMap((phase) => phase.objects.map(({ object: manifest }) => ({ manifest: manifest as unknown as JsonObject, origin: { source: 'shop' } })));

function foundAfter(change: (files: Record<string, string>) => void): string[] {
  const draft = draftRegistryV1(own, source);
  const files = { ...draft.files };
  change(files);
  const { bundle, findings } = readBundle(bundleFilesOf('shop', Object.entries(files)));
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  return differencesFromPackage(bundle!, own, draft, source).map((issue) => formatIssue(issue, formatsWording));
}

const inside = (path: string, from: string | RegExp, to: string) => (files: Record<string, string>): void => {
  const changed = files[path]!.replace(from, to);
  expect(changed).not.toBe(files[path]);
  files[path] = changed;
};

test('the files as they are written: nothing', () => {
  expect(foundAfter(() => undefined)).toEqual([]);
});

test.each([
  ['another image', inside(CSV, 'registry.example/shop:1', 'registry.example/shop:2'), /Deployment.*spec\.template\.spec\.containers\[0\]\.image: the bundle would give another value/],
  ['a verb more', inside(CSV, '          - list\n', '          - list\n          - delete\n'), /give 1 rights that those of the package do not give, and lack 1/],
  ['another value', inside('manifests/settings_v1_configmap.yaml', 'info', 'debug'), /ConfigMap.*data\.level: the bundle would give another value/],
  ['an object less', (files: Record<string, string>) => void delete files['manifests/settings_v1_configmap.yaml'], /ConfigMap.*the objects of the bundle would not include this one/],
  ['an object more', (files: Record<string, string>) => void (files['manifests/more.yaml'] = JSON.stringify(object('v1', 'ConfigMap', 'more'))), /would give ConfigMap shop-system\/more, which the package does not have/],
  ['another label on a Deployment', inside(CSV, /(label:\n {10}app: )shop/, '$1other'), /Deployment.*metadata\.labels\.app/],
])('%s is found', (_, change, expected) => {
  expect(foundAfter(change).join('\n')).toMatch(expected);
});
