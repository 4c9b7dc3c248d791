/** From an image in a layout on disk into a project and its revision: what is synthesised is what was built. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Testing } from 'cdk8s';
import { Revision } from '../../../../constructs';
import type { BundleFiles } from '../../../../lib/formats';
import { type BundleSource, fetchBundles } from '../../../../lib/formats/project';
import { writeArchive } from '../../../../lib/image/archive';
import { imageLayout, writeLayout } from '../../../../lib/image/layout';
import { buildImage } from '../../../../lib/image/pack';
import { readImage } from '../../../../lib/image/read-image';
import { unpackImage } from '../../../../lib/image/unpack';
import { bundleOf, newProject, type Project } from './project';

const WEB = 'registry.example/team/web:v1';

let project: Project;
let layout: string;
const before = process.cwd();
beforeEach(() => {
  project = newProject();
  layout = join(project.root, 'layout');
  process.chdir(project.below);
});
afterEach(() => {
  process.chdir(before);
  project.remove();
});

/** The layout in place of a registry: its only tag stands for every reference. */
const source: BundleSource = {
  resolve: async () => (await imageLayout(layout).manifest('v1')).descriptor.digest,
  open: async (_, digest) => (await unpackImage(await readImage(imageLayout(layout), digest))).files,
};

async function push(files: BundleFiles): Promise<string> {
  const built = buildImage(files);
  await writeLayout(built, layout, { tag: 'v1' });
  return built.digest;
}

const synthesise = (bundle: string | BundleFiles) => Revision.fromBundle(Testing.app(), 'web', { bundle, namespace: 'web-system' }).compiled.compiled;

test('the revision of an image is that of the files it was built from, and names the image by its digest', async () => {
  const digest = await push(bundleOf('1.2.3'));
  await fetchBundles({ root: project.root, references: [WEB], source });
  expect(synthesise(WEB)?.resolved.digest).toBe(synthesise(bundleOf('1.2.3'))?.resolved.digest);
  expect(synthesise(WEB)?.manifest.metadata.annotations)
    .toMatchObject({ 'olm.operatorframework.io/bundle-reference': `registry.example/team/web@${digest}` });
});

test.each([
  ['the layout', 'layout'],
  ['an image of it', 'layout:v1'],
  ['a saved image', 'shop.tar'],
])('%s itself is not unpacked by synth; the command that does is named', async (_, name) => {
  await push(bundleOf('1.2.3'));
  await writeArchive(buildImage(bundleOf('1.2.3')), join(project.root, 'shop.tar'));
  const path = join(project.root, name);
  expect(() => synthesise(path)).toThrow(expect.objectContaining({
    code: 'archive-is-image',
    hint: `Unpack it once, and name the folder here: boxcutter bundle pull ${path} --output-directory bundles/${name.replace(/[.:].*$/, '')}`,
  }));
});

test('a new image under the same tag changes nothing until the update, and then the revision', async () => {
  await push(bundleOf('1.2.3'));
  await fetchBundles({ root: project.root, references: [WEB], source });
  const digest = await push(bundleOf('1.3.0'));
  await fetchBundles({ root: project.root, references: [], source });
  expect(synthesise(WEB)?.resolved.version).toBe('1.2.3');
  const { bundles } = await fetchBundles({ root: project.root, references: [], source, update: true });
  expect(bundles).toMatchObject([{ action: 'moved', digest }]);
  expect(synthesise(WEB)?.resolved.version).toBe('1.3.0');
});

test('a layer that was tampered with is not taken', async () => {
  const built = buildImage(bundleOf('1.2.3'));
  await writeLayout(built, layout, { tag: 'v1' });
  const [, layer] = built.blobs;
  writeFileSync(join(layout, 'blobs', ...(layer?.descriptor.digest ?? '').split(':')), Buffer.alloc(layer?.descriptor.size ?? 0));
  await expect(fetchBundles({ root: project.root, references: [WEB], source })).rejects.toMatchObject({ code: 'image-digest-mismatch' });
});
