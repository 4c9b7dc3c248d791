/**
 * From the files of a bundle to an image, as `FROM scratch` with these files. The same files give the same digests on every machine: they
 * are sorted, have no times and no owners, and the layer is gzip without compression. What zlib makes of the same bytes depends on its
 * version and on the processor, and a digest that can be foreseen and checked is worth more than a megabyte. Plain tar would do as well,
 * but some clients take every layer for gzip.
 */
import { createHash } from 'node:crypto';
import type { BundleFiles } from '../formats';
import { formatOfFiles } from '../formats/list';
import type { Artifact, ArtifactTypes } from '../formats/files/artifact';
import { readAnnotations } from '../formats/metadata/annotations';
import { ANNOTATIONS_FILE } from '../formats/metadata/file-names';
import { canonicalJson } from '../api/canonical-json';
import { BoxcutterError } from '../errors';
import type { BuiltImage, Descriptor } from './image';
import { MEDIA } from './manifest';
import { storedGzip } from '../formats/archive/stored-gzip';
import { tarOf } from '../formats/archive/tar-writer';

/**
 * What an image of a bundle holds, as `opm` builds it. What else stands in the folder, be it a Dockerfile or a password, is not published.
 */
const FOLDERS = /^(?:manifests|metadata|package|tests)\//;

export interface BuildImageOptions {
  /** In addition to those that `metadata/annotations.yaml` gives; those of a chart go unused, as it has none. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Annotations of the manifest. */
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

/**
 * Builds the image of a bundle, of its folders `manifests/`, `metadata/`, `package/` and `tests/`: labelled with its annotations, as `opm`
 * does. A chart becomes an artifact that Helm can pull, with all its files.
 * @throws BoxcutterError category input: `bundle-empty` without any file, `chart-invalid` for a chart without name or version
 */
export function buildImage(files: BundleFiles, { labels = {}, annotations = {} }: BuildImageOptions = {}): BuiltImage {
  const artifact = formatOfFiles(files)?.artifact;
  if (artifact !== undefined) return buildArtifact(artifact.of(files), artifact.types, annotations);
  const paths = files.paths().filter((path) => FOLDERS.test(path));
  const contents = paths.map((path) => [path, files.read(path) ?? Buffer.alloc(0)] as const);
  if (contents.length === 0) {
    throw new BoxcutterError(
      'bundle-empty', 'input',
      `${files.origin} has no files of a bundle, so no image can be built of it.`,
      { hint: 'Check the path.' },
    );
  }
  const given = files.paths().includes(ANNOTATIONS_FILE) ? (readAnnotations(files, [])?.annotations ?? {}) : {};
  return imageOfFiles(contents, { labels: { ...given, ...labels }, annotations });
}

/**
 * An image of any files, sorted by path: those of a catalog, say.
 * @param contents by path in the image, without a `/` at the beginning
 */
export function imageOfFiles(
  contents: readonly (readonly [path: string, bytes: Buffer])[], { labels = {}, annotations = {} }: BuildImageOptions = {},
): BuiltImage {
  const tar = tarOf(contents);
  const layer = blob(MEDIA.layer, storedGzip(tar));
  const config = blob(MEDIA.config, Buffer.from(canonicalJson({
    // It runs nowhere. Clients want a platform nevertheless, and for an image that is not in an index they take any.
    architecture: 'amd64',
    os: 'linux',
    created: '1970-01-01T00:00:00Z',
    config: { Labels: labels },
    rootfs: { type: 'layers', diff_ids: [digestOf(tar)] },
    history: [{ created: '1970-01-01T00:00:00Z', created_by: 'cdk8s-boxcutter' }],
  })));
  return assemble(config, [layer], annotations);
}

function buildArtifact(
  { config, contents, annotations: own }: Artifact,
  types: ArtifactTypes,
  annotations: Readonly<Record<string, string>>,
): BuiltImage {
  const layer = blob(types.content, storedGzip(tarOf(contents)));
  return assemble(blob(types.config, Buffer.from(canonicalJson(config))), [layer], { ...own, ...annotations });
}

function assemble(config: Blob, layers: readonly Blob[], annotations: Readonly<Record<string, string>>): BuiltImage {
  const sorted = Object.fromEntries(Object.entries(annotations).sort(([a], [b]) => (a < b ? -1 : 1)));
  const manifest = blob(MEDIA.manifest, Buffer.from(JSON.stringify({
    schemaVersion: 2,
    mediaType: MEDIA.manifest,
    config: config.descriptor,
    layers: layers.map(({ descriptor }) => descriptor),
    ...(Object.keys(sorted).length === 0 ? {} : { annotations: sorted }),
  })));
  return { digest: manifest.descriptor.digest, manifest, blobs: [config, ...layers] };
}

interface Blob {
  readonly descriptor: Descriptor;
  readonly bytes: Buffer;
}

function blob(mediaType: string, bytes: Buffer): Blob {
  return { descriptor: { mediaType, digest: digestOf(bytes), size: bytes.length }, bytes };
}

function digestOf(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
