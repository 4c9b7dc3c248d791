/** What a synthesis gave, counted and printed. */
import type { JsonObject, KubeObject } from '../../../../lib/api';
import { bundleSizes, revisionLines, revisionSizes, type RevisionSizes, type SynthDocument } from '../../../../lib/cli/output/sizes';
import { bundleDocument } from '../../../../lib/formats/export';
import { compile } from '../../../../lib/revision';

const object = (kind: string, name: string, data: JsonObject): JsonObject =>
  ({ apiVersion: 'v1', kind, metadata: { name, namespace: 'shop' }, data });

function sizesOf(...objects: readonly JsonObject[]): RevisionSizes {
  const { compiled, issues } = compile({
    extension: 'shop', version: '1.0.0', objects: objects.map((manifest) => ({ manifest, origin: { source: 'a test' } })),
  });
  if (compiled === undefined) throw new Error(JSON.stringify(issues));
  const { manifest, resolved, contentSecrets } = compiled;
  return revisionSizes(manifest, resolved, contentSecrets, 'dist/shop.k8s.yaml');
}

const settings = object('ConfigMap', 'settings', { size: '3' });
const login = object('Secret', 'login', { password: 'aHVudGVyMg==' });

test('a revision: its phases, its manifest, and the Secrets that hold what is secret', () => {
  const sizes = sizesOf(settings, login);
  expect(sizes).toMatchObject({ extension: 'shop', name: 'shop-1', revision: 1, version: '1.0.0', file: 'dist/shop.k8s.yaml' });
  expect(sizes.phases.reduce((sum, { objects }) => sum + objects, 0)).toBe(2);
  expect(sizes.contentSecrets).toEqual([expect.objectContaining({ objects: 1 })]);
  const [secret] = sizes.contentSecrets;
  expect(sizes.totalBytes).toBe(sizes.manifestBytes + (secret?.bytes ?? 0));
});

test('Secrets that the revision does not refer to do not count', () => {
  const { compiled } = compile({ extension: 'shop', objects: [{ manifest: settings, origin: { source: 'a test' } }] });
  if (compiled === undefined) throw new Error('not compiled');
  const stray = login as unknown as KubeObject;
  expect(revisionSizes(compiled.manifest, compiled.resolved, [stray], 'a.yaml').contentSecrets).toEqual([]);
});

test('bytes are those of the text, not its characters', () => {
  const document = bundleDocument('shop', {
    format: 'plain+v0', packageName: 'shop', version: '1.0.0', files: { 'manifests/a.yaml': 'ä', 'manifests/b.yaml': 'b' },
  });
  expect(bundleSizes(document)).toEqual({ name: 'shop', format: 'plain+v0', packageName: 'shop', version: '1.0.0', files: 2, bytes: 3 });
});

describe('in text', () => {
  const printRevisions = (document: SynthDocument): string => `${revisionLines(document).join('\n')}\n`;
  const nothing: SynthDocument = {
    schema: 'boxcutter.synth/v1', outputDirectory: 'dist', files: [], revisions: [], bundles: [], looseObjects: 0,
  };
  const bundle = { name: 'shop-olm', format: 'plain+v0', packageName: 'shop', version: '1.0.0', files: 2, bytes: 3 };

  test.each<[what: string, document: Partial<SynthDocument>, text: RegExp]>([
    ['nothing came out', {}, /^The app made no revision; declare objects in a Revision\. There are 0 objects in dist\.\n$/],
    ['only an object', { looseObjects: 1 }, /There is 1 object in dist\.\n$/],
    [
      'a bundle, and how to write it',
      { bundles: [bundle] },
      /^BUNDLE .*\nshop-olm +shop +1\.0\.0 +plain\+v0 +2 +3 B\nTo write them: boxcutter bundle build dist\n$/,
    ],
    ['objects beside a bundle', { bundles: [bundle], looseObjects: 2 }, /\nIn addition, 2 objects belong to no revision\.\n$/],
    ['the files', { files: ['dist/a.yaml', 'dist/b.yaml'] }, /\n\nWrote dist\/a\.yaml, dist\/b\.yaml\n$/],
  ])('%s', (_what, document, text) => {
    expect(printRevisions({ ...nothing, ...document })).toMatch(text);
  });

  test('a revision: by phase, and by what is written', () => {
    const text = printRevisions({ ...nothing, revisions: [sizesOf(settings, login)] });
    expect(text).toMatch(/^shop, version 1\.0\.0: 2 objects in \d phases?\n\n {2}PHASE +OBJECTS +SIZE\n/);
    expect(text).toMatch(/\n {2}WRITTEN AS +OBJECTS +SIZE\n {2}manifest +\d.* B\n {2}content Secret shop-1\S* +1 +\d.* B\n {2}total +2 +\d/);
  });
});
