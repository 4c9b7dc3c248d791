/**
 * Real bundles as blobs, and real catalogs as the answer to what upstream made of the same bundles. BOXCUTTER_BUNDLES and BOXCUTTER_CATALOGS
 * name the folders (the continuous integration sets them).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asObject, isDefinition, type JsonObject } from '../../../../lib/api';
import { bundleFilesFromDirectory, bundleFilesOf } from '../../../../lib/bundle';
import { csvMetadata, renderBundleBlob } from '../../../../lib/catalog';
import { parseDocuments } from '../../../../lib/yaml';

const bundles = process.env['BOXCUTTER_BUNDLES'];
const catalogs = process.env['BOXCUTTER_CATALOGS'];

describe('real bundles', () => {
  if (bundles === undefined) {
    test.skip('skipped: BOXCUTTER_BUNDLES does not name a folder of bundles', () => undefined);
    return;
  }
  const names = readdirSync(bundles, { withFileTypes: true }).filter((one) => one.isDirectory()).map(({ name }) => name);
  test.each(names)('%s has in a catalog what its files say', (name) => {
    const files = bundleFilesFromDirectory(join(bundles, name));
    const image = `registry.example/${name}@sha256:${'0'.repeat(64)}`;
    const { blob, issues } = renderBundleBlob(files, { image });
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    const manifests = files.paths().filter((path) => path.startsWith('manifests/'))
      .map((path) => parseDocuments(files.read(path)?.toString() ?? '', path).documents[0]?.value as JsonObject);
    const csv = manifests.find(({ kind }) => kind === 'ClusterServiceVersion') ?? {};
    const versions = manifests.filter(isDefinition).flatMap((crd) => {
      const spec = asObject(crd['spec']);
      return (spec?.['versions'] as JsonObject[]).map((version) => `${String(spec?.['group'])}/${String(version['name'])}/${String(asObject(spec?.['names'])?.['kind'])}`);
    });
    const found = (blob?.['properties'] as { type: string; value: JsonObject }[]);
    const brought = found.filter(({ type }) => type === 'olm.gvk').map(({ value }) => `${String(value['group'])}/${String(value['version'])}/${String(value['kind'])}`);
    expect([...brought].sort()).toEqual([...new Set(versions)].sort());
    expect(blob?.['name']).toBe(asObject(csv['metadata'])?.['name']);
    expect(found.find(({ type }) => type === 'olm.package')?.value['version']).toBe(asObject(csv['spec'])?.['version']);
    expect(found.at(-1)).toEqual({ type: 'olm.csv.metadata', value: csvMetadata(csv) });
    const images = (blob?.['relatedImages'] as { image: string }[]).map((one) => one.image);
    expect(images).toEqual([...images].sort());
    expect(images).toContain(image);
    expect(renderBundleBlob(files, { image, strict: true }).blob === undefined).toBe(name.startsWith('invalid-'));
  });
});

describe('real catalogs', () => {
  if (catalogs === undefined) {
    test.skip('skipped: BOXCUTTER_CATALOGS does not name a folder of catalogs', () => undefined);
    return;
  }
  const [before = '', after = ''] = ['submariner-4-16', 'submariner-4-18'].map((name) => join(catalogs, name, 'bundles'));
  const shared = readdirSync(before).filter((file) => readdirSync(after).includes(file));
  const blobOf = (folder: string, file: string): JsonObject =>
    parseDocuments(readFileSync(join(folder, file), 'utf8'), file).documents[0]?.value as JsonObject;

  // One of them names another registry for its image than at the time when it was rendered.
  const withSortedImages = (blob: JsonObject): JsonObject => {
    const images = blob['relatedImages'] as { image: string }[];
    return { ...blob, relatedImages: [...images].sort((a, b) => (a.image < b.image ? -1 : Number(a.image > b.image))) };
  };

  test.each(shared)('%s comes out of its manifests as upstream has rendered it', (file) => {
    const [old, upstream] = [blobOf(before, file), blobOf(after, file)];
    const objects = (old['properties'] as { type: string; value: JsonObject }[]).filter(({ type }) => type === 'olm.bundle.object');
    const files = bundleFilesOf('submariner', [
      ['metadata/annotations.yaml', 'annotations: { operators.operatorframework.io.bundle.mediatype.v1: registry+v1, operators.operatorframework.io.bundle.package.v1: submariner }'],
      ...objects.map(({ value }, index) => [`manifests/${String(index).padStart(3, '0')}.json`, Buffer.from(String(value['data']), 'base64')] as const),
    ]);
    const image = String(old['image']);
    expect(renderBundleBlob(files, { image }).blob).toEqual(withSortedImages(upstream));
    expect(renderBundleBlob(files, { image, content: 'bundle-objects' }).blob).toEqual(withSortedImages(old));
  });
});
