/** From what somebody names to the blobs of a catalog. Nothing is validated but what cannot be carried. */
import { defined } from '../../defined';
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import type { JsonObject } from '../../api';
import {
  type BundleReference, composeCatalog, isComposition, migrateBlob, type MigrationLevel, readComposition, type RenderBlobOptions,
  renderBundleBlob, type RenderedReference, renderTemplate,
} from '../../catalog';
import { BoxcutterError } from '../../errors';
import { pinnedReference } from '../../formats/project';
import { buildImage } from '../../image';
import type { Issue } from '../../issue';
import { imageName } from './image-name';
import { blobsOf, type BundleImage, type CatalogReference, openReference, type OpenReferenceOptions } from './reference';

export interface RenderCatalogOptions extends OpenReferenceOptions, Pick<RenderBlobOptions, 'content' | 'strict'> {
  /** What bundles from this machine are called in the catalog: `registry.example/{package}:v{version}`. */
  readonly imageName?: string | undefined;
  /** Images are named by their digest. @default false */
  readonly pin?: boolean;
  /** @default 'none' */
  readonly level?: MigrationLevel;
}

export interface RenderedCatalog {
  readonly blobs: readonly JsonObject[];
  readonly issues: readonly Issue[];
}

/** Compositions may name compositions. */
const MAX_DEPTH = 8;

/** One after the other; what is wrong with each is among the issues. @throws BoxcutterError as {@link openReference} */
export async function renderReferences(references: readonly string[], options: RenderCatalogOptions = {}): Promise<RenderedCatalog> {
  const issues: Issue[] = [];
  const blobs: JsonObject[] = [];
  for (const reference of references) {
    const rendered = await renderOne(await openReference(reference, options), reference, options, 0);
    for (const issue of rendered.issues) issues.push(issue);
    for (const blob of rendered.blobs) blobs.push(migrateBlob(blob, options.level ?? 'none', issues));
  }
  return { blobs, issues };
}

async function renderOne(
  opened: CatalogReference, named: string, options: RenderCatalogOptions, depth: number,
): Promise<RenderedReference> {
  switch (opened.kind) {
    case 'catalog': {
      const issues: Issue[] = [];
      return { blobs: await blobsOf(opened.loaded, issues), issues };
    }
    case 'bundle':
      return renderBundle(opened.files, opened.image, undefined, options);
    case 'recipe':
      return renderRecipe(opened, named, options, depth);
  }
}

async function renderRecipe(
  { document, file }: Extract<CatalogReference, { kind: 'recipe' }>, named: string, options: RenderCatalogOptions, depth: number,
): Promise<RenderedReference> {
  if (depth >= MAX_DEPTH) {
    throw new BoxcutterError('catalog-nesting', 'input', `${named} is the ${MAX_DEPTH}th file that another one names.`, {
      hint: 'A file that names itself never ends; remove the reference.',
    });
  }
  const origin = { source: file };
  const base = named === '-' ? '.' : dirname(file);
  if (!isComposition(document)) return renderTemplate(document, origin, (reference) => renderNamed(reference, base, options));
  const issues: Issue[] = [];
  const composition = readComposition(document, origin, issues);
  const parts = [];
  for (const reference of composition?.references ?? []) {
    const place = within(base, reference.from);
    const { blobs, issues: found } = await renderOne(await openReference(place, options), place, options, depth + 1);
    for (const issue of found) issues.push(issue);
    parts.push({ reference, blobs });
  }
  return { blobs: composeCatalog(parts, origin, issues), issues };
}

/** A bundle that a template names. */
async function renderNamed({ image, from }: BundleReference, base: string, options: RenderCatalogOptions): Promise<RenderedReference> {
  const place = within(base, from ?? image);
  const opened = await openReference(place, options);
  if (opened.kind === 'bundle') return renderBundle(opened.files, opened.image, from === undefined ? undefined : image, options);
  return renderOne(opened, place, options, MAX_DEPTH);
}

/** A path in a file is one from where the file stands; what is not there is the name of an image. */
function within(base: string, reference: string): string {
  if (isAbsolute(reference) || reference.startsWith('oci://')) return reference;
  const path = resolve(base, reference);
  return existsSync(path) || existsSync(path.replace(/[:@][^/]*$/, '')) || /^\.{1,2}\//.test(reference) ? path : reference;
}

/** @param given what the catalog is to call the image, where a template says so */
function renderBundle(
  files: Parameters<typeof renderBundleBlob>[0], image: BundleImage | undefined, given: string | undefined, options: RenderCatalogOptions,
): RenderedReference {
  const { content, strict } = options;
  const settings = defined({ content, strict });
  let name = given ?? '';
  if (name === '' && image?.isRemote === true) {
    name = options.pin === true ? pinnedReference(image.reference, image.digest) : image.reference;
  } else if (name === '' && options.imageName !== undefined) {
    const { blob } = renderBundleBlob(files, settings);
    // A push of these files gives the same digest, whenever and wherever.
    const digest = (): string => image?.digest ?? buildImage(files).digest;
    const named = blob === undefined ? '' : imageName(options.imageName, blob, digest);
    name = options.pin === true && named !== '' && !named.includes('@') ? pinnedReference(named, digest()) : named;
  }
  const { blob, issues, about } = renderBundleBlob(files, { ...settings, image: name });
  const placed = issues.map((issue): Issue => placedIn(files.origin, issue));
  return { blobs: blob === undefined ? [] : [blob], issues: placed, ...defined({ about }) };
}

/** Files of a bundle are named by their path in it; in a catalog of many, which bundle it is has to be said, too. */
function placedIn(bundle: string, issue: Issue): Issue {
  const { origin } = issue;
  return origin === undefined || origin.source === bundle ? issue : { ...issue, origin: { ...origin, within: origin.within ?? bundle } };
}
