/** From an image to the files of the bundle in it. */
import type { BundleFiles } from '../formats';
import { readAnnotations } from '../formats/metadata/annotations';
import { ANNOTATIONS_FILE } from '../formats/metadata/file-names';
import { type ArchiveLimits, Budget, FileTree } from '../formats/archive';
import { artifactOfType, packedChartIn } from '../formats/list';
import { metadataIssue } from '../formats/metadata/wording';
import { defined } from '../defined';
import { BoxcutterError } from '../errors';
import type { Issue } from '../issue';
import type { Descriptor, Image } from './image';
import { folderOfLabel, pathsWithin, strangeLayers, unpackLayers } from './layers';
import { labelsOf } from './read-image';

/** The labels of bundle images. */
const PREFIX = 'operators.operatorframework.io.bundle.';
const FOLDER_LABELS = [`${PREFIX}manifests.v1`, `${PREFIX}metadata.v1`] as const;

export interface Unpacked {
  /** With {@link issues} as its own, so that reading the bundle reports them. */
  readonly files: BundleFiles;
  /** Links that cannot be followed (errors); labels that say something else than `metadata/annotations.yaml` (warnings). */
  readonly issues: readonly Issue[];
}

export interface UnpackOptions {
  /** What the files are called in messages. @default as the image is */
  readonly origin?: string;
  /** See `BundleFiles.name`. */
  readonly name?: string;
  /** @default those of bundles */
  readonly limits?: ArchiveLimits | undefined;
}

/**
 * Unpacks an image into memory. Where its labels name the folders of a bundle, only those are kept, so the image can be a whole
 * distribution; of other images everything is. A chart that was pushed by Helm is unpacked, and so is a packed one within an image.
 * @throws BoxcutterError category input: `archive-damaged`, `archive-unsafe`, `archive-too-large`,
 * `image-not-a-bundle`, and what the source of the image throws
 */
export async function unpackImage(image: Image, { origin = image.origin, name, limits }: UnpackOptions = {}): Promise<Unpacked> {
  const budget = new Budget(origin, limits);
  const artifact = artifactOfType(image.manifest.config.mediaType);
  const labels = labelsOf(image);
  const tree = new FileTree(budget, artifact === undefined ? keptBy(labels) : undefined);
  await unpackLayers(image, layersOf(image, artifact), tree, { budget, whiteouts: artifact === undefined });
  if (artifact !== undefined) tree.enterOnlyFolder([]);
  const files = tree.files();
  const chart = artifact === undefined ? packedChartIn(files, limits) : undefined;
  if (chart !== undefined) return { files: { ...chart, ...defined({ name }) }, issues: chart.issues ?? [] };
  const issues = [...files.issues, ...compareLabels(labels, files)];
  return { files: { ...files, ...defined({ name }), issues }, issues };
}

function layersOf({ manifest, origin }: Image, artifact: ReturnType<typeof artifactOfType>): readonly Descriptor[] {
  if (artifact === undefined) {
    const strange = strangeLayers(manifest);
    if (strange === undefined) return manifest.layers;
    throw notABundle(origin, strange);
  }
  // Beside the content there may be its provenance, which says who made it.
  const contents = manifest.layers.filter(({ mediaType }) => mediaType === artifact.types.content);
  if (contents.length !== 1) throw notABundle(origin, artifact.miscounted(contents.length));
  return contents;
}

function notABundle(origin: string, what: string): BoxcutterError {
  return new BoxcutterError(
    'image-not-a-bundle', 'input',
    `${origin} is not a bundle: ${what}.`,
    { hint: 'Name the image of a bundle, or a chart.' },
  );
}

function keptBy(labels: Readonly<Record<string, string>>): (path: string) => boolean {
  const named = FOLDER_LABELS.flatMap((label) => labels[label] ?? []).map(folderOfLabel);
  if (named.length === 0 || named.includes('')) return () => true;
  return pathsWithin([...new Set([...named, 'manifests', 'metadata', 'package'])]);
}

/**
 * `metadata/annotations.yaml` holds; a label that says something else is a mistake in the image (docs/requirements.md, bundles and
 * catalogs).
 */
function compareLabels(labels: Readonly<Record<string, string>>, files: BundleFiles): readonly Issue[] {
  const file = files.paths().includes(ANNOTATIONS_FILE) ? readAnnotations(files, []) : undefined;
  if (file === undefined) return [];
  const labelled = Object.entries(labels).filter(([key]) => key.startsWith(PREFIX));
  return labelled.flatMap(([key, label]) => {
    const annotation = file.annotations[key];
    if (annotation === label) return [];
    const data = { label: key, value: label.slice(0, 200), ...defined({ annotation }) };
    return metadataIssue('image-label', data, { origin: ANNOTATIONS_FILE, path: ['annotations', key] });
  });
}
