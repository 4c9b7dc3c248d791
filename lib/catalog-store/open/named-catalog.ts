/** What a text that names a catalog stands for. Looks at names on this disk alone. */
import { basename, resolve } from 'node:path';
import { packedName } from '../../formats/archive';
import { bundleNamed, looksLikePath, repositoryName } from '../../formats/project';
import { BoxcutterError, isBoxcutterError } from '../../errors';
import { formatReference, type ImageReference, parseImageReference } from '../../image';
import { defined } from '../../defined';
import { parseCatalogAddress } from '../client/address';

export type NamedSource = {
  /** What the catalog is called where nobody gives it another name. */
  readonly name: string;
} & (
  | { readonly kind: 'folder'; readonly path: string }
  /** Text, or an archive of any kind: the content says which. */
  | { readonly kind: 'file' | 'layout'; readonly path: string; readonly image?: string }
  | { readonly kind: 'reference'; readonly reference: ImageReference }
  | { readonly kind: 'server'; readonly url: URL }
);

/**
 * - `https://host/catalogs/NAME`: a catalog of a server (catalogd's, or `boxcutter catalog serve`)
 * - a folder: of a file-based catalog, or an OCI image layout
 * - a file: of a file-based catalog, an archive of its folder, or a saved image
 * - with `:tag` or `@digest` behind a layout or saved image: one of several
 * - `[oci://]registry/repository[:tag][@digest]`: a catalog image in a registry
 *
 * What is there on this machine by that name comes before a registry.
 * @throws BoxcutterError `catalog-not-found`, `image-reference-invalid`, `url-invalid`, `bundle-unreadable`, category input
 */
export function catalogNamed(text: string): NamedSource {
  if (/^https?:\/\//i.test(text)) return { kind: 'server', ...parseCatalogAddress(text) };
  const named = bundleNamed(text);
  if (named.kind === 'reference' || named.kind === 'unknown') {
    const reference = referenceOf(text);
    return { kind: 'reference', reference, name: repositoryName(formatReference(reference)) };
  }
  const { kind, path, image } = named;
  if (kind === 'folder') {
    if (image === undefined) return { kind, path, name: basename(resolve(path)) };
    const message = `${path} is a folder and no image layout, so there is no ${JSON.stringify(image)} in it.`;
    throw notFound(message, `To open it as it is: ${path}`);
  }
  return { kind, path, name: packedName(path).replace(/\.(?:jsonl?|ya?ml)$/, ''), ...defined({ image }) };
}

/** A mistyped path is more likely than an image whose registry is left out; what may hold a password is not repeated. */
function referenceOf(text: string): ImageReference {
  const isPath = !text.startsWith('oci://') && looksLikePath(text) && !/^[^/]*@/.test(text);
  const hint = 'Check the path. An image is named with its registry: registry.example/team/catalog:v1';
  if (isPath) throw notFound(`There is no file or folder ${text}.`, hint);
  try {
    return parseImageReference(text);
  } catch (error) {
    if (!isBoxcutterError(error) || text.startsWith('oci://') || /^[^/]*@/.test(text)) throw error;
    throw notFound(`There is no file or folder ${text}, and it cannot be the name of an image either.`, error.hint ?? hint, error);
  }
}

function notFound(message: string, hint: string, cause?: unknown): BoxcutterError {
  return new BoxcutterError('catalog-not-found', 'input', message, { hint, ...defined({ cause }) });
}
