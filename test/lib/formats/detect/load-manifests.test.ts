/** Manifests that a user names: what belongs to a bundle among them is left out. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadManifests } from '../../../../lib/formats/detect/load-manifests';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'manifests-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string | Buffer>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
const object = (name: string, kind = 'ConfigMap') => `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n`;
const names = (loaded: ReturnType<typeof loadManifests>) => loaded.objects.map(({ manifest }) => (manifest.metadata as { name: string }).name);
const short = (text: string | undefined) => text?.replaceAll(`${folder}/`, '');

test('what belongs to a bundle or to kustomize is left out with a note', () => {
  write({
    'manifests/app.clusterserviceversion.yaml': 'apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: x}\n',
    'manifests/cm.yaml': object('cm'),
    'metadata/annotations.yaml': 'annotations: {a: b}\n', 'metadata/dependencies.yaml': 'dependencies: []\n', 'metadata/properties.yaml': 'properties: []\n',
    'tests/scorecard/config.yaml': 'kind: Configuration\napiversion: scorecard.operatorframework.io/v1alpha3\n',
    'kustomization.yaml': 'resources: [a.yaml]\n',
  });
  const loaded = loadManifests(folder);
  expect(loaded.issues).toEqual([]);
  expect(names(loaded)).toEqual(['cm']);
  expect(loaded.notes.map(short)).toEqual([
    'kustomization.yaml:1 is left out: it configures kustomize, but the files here are read as they are; if its changes matter, build it: option -k, or the output of "kustomize build".',
    'manifests/app.clusterserviceversion.yaml:1 is left out: a ClusterServiceVersion describes a bundle and is not an object of the package itself.',
    'metadata/annotations.yaml:1 is left out: it is metadata of a bundle.',
    'metadata/dependencies.yaml:1 is left out: it is metadata of a bundle.',
    'metadata/properties.yaml:1 is left out: it is metadata of a bundle.',
    'tests/scorecard/config.yaml:1 is left out: it configures the scorecard tests of a bundle.',
  ]);
});

test('a chart is no folder of manifests, and the files of one that has no templates are read', () => {
  write({ 'chart/Chart.yaml': '', 'chart/templates/a.yaml': '', 'no-chart/Chart.yaml': object('a') });
  expect(() => loadManifests(join(folder, 'chart'))).toThrow(expect.objectContaining({ code: 'manifests-are-a-chart', category: 'input' }) as Error);
  expect(names(loadManifests(join(folder, 'no-chart')))).toEqual(['a']);
});
