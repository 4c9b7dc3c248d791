/** The words for what is allowed in a catalog, and gives trouble later. */
import type { WordingOf } from '../../issue';
import type { CatalogIssues } from './issues';
import { quoted } from './words';

type Codes = 'catalog-empty' | 'catalog-template' | 'catalog-unknown-schema' | 'catalog-mixed-file' | 'catalog-icon'
  | 'catalog-deprecated-head' | 'catalog-deprecated-default' | 'catalog-dead-end' | 'catalog-downgrade' | 'catalog-unpinned-image'
  | 'catalog-image-path' | 'catalog-related-images' | 'catalog-bundle-objects';

/** Images that are named; the others are counted. */
const SHOWN = 3;

export const adviceWording: Pick<WordingOf<CatalogIssues>, Codes> = {
  'catalog-empty': () => ({ message: 'the catalog is empty', hint: 'Check that it is the right folder.' }),
  'catalog-template': ({ schema }) => ({
    message: `this is a template (${schema}), which no cluster understands`, hint: 'Render it, and keep it outside of the catalog.',
  }),
  'catalog-unknown-schema': ({ schema, likely }) => ({
    message: `the schema ${quoted(schema)} means nothing to OLM`, hint: `Did you mean ${quoted(likely)}?`,
  }),
  'catalog-mixed-file': ({ packages }) => ({
    message: `the file holds blobs of several packages: ${packages.join(', ')}`,
    hint: 'A folder for each package lets its owners change it without touching others.',
  }),
  'catalog-icon': ({ problem, mediaType = '', looksLike = '' }) => iconWords[problem](mediaType, looksLike),
  'catalog-deprecated-head': ({ bundle = '', channel = '', of }) => ({
    message: `${quoted(bundle)} is deprecated, and the head of ${of === 'default-channel' ? 'the default channel' : 'channel'} `
      + quoted(channel),
    hint: 'Users still get it. Publish a version that replaces it, or deprecate the channel, too.',
  }),
  'catalog-deprecated-default': ({ channel = '' }) => ({
    message: `the default channel ${quoted(channel)} is deprecated`, hint: 'Name another channel in defaultChannel.',
  }),
  'catalog-dead-end': ({ bundle = '', head }) => ({
    message: `no upgrade leads from ${quoted(bundle)} to the head ${quoted(head)}`,
    hint: 'Let a version on the way to the head replace or skip it.',
  }),
  'catalog-downgrade': ({ bundle = '', from, by }) => ({
    message: `${quoted(bundle)} ${by} ${quoted(from)}, which is newer`,
    hint: 'This upgrade would go back to an older version; correct the edge.',
  }),
  'catalog-image-path': ({ image }) => ({
    message: `the image is a path, ${quoted(image)}, which can be opened only where the catalog lies`,
    hint: 'Name the image before the catalog is published: building and pushing it refuse paths.',
  }),
  'catalog-unpinned-image': ({ images }) => {
    const more = images.length - SHOWN;
    return {
      message: `${images.length === 1 ? 'an image is' : `${images.length} images are`} not pinned by digest: `
        + `${images.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
      hint: 'A tag can be moved to other content. Name the digest: registry/repository@sha256:….',
    };
  },
  'catalog-related-images': ({ problem }) => (problem === 'none'
    ? { message: 'relatedImages is empty', hint: 'Tools that mirror a catalog copy only the images that are listed there.' }
    : { message: 'a related image names no image', hint: 'Name it, or remove the entry.' }),
  'catalog-bundle-objects': () => ({
    message: 'the manifests of the bundle are in the catalog (olm.bundle.object), although it has an image',
    hint: 'olm.csv.metadata holds what is needed in a tenth of the size.',
  }),
};

const iconWords = {
  'no-data': () => ({ message: 'invalid icon: icon data must be set if icon is defined', hint: 'Add base64data, or remove the icon.' }),
  'no-media-type': () => ({
    message: 'invalid icon: icon mediatype must be set if icon is defined', hint: 'Add mediatype, like image/svg+xml.',
  }),
  'no-image': () => ({ message: 'invalid icon: icon data is not an image', hint: 'Browsers show PNG, JPEG, GIF and SVG.' }),
  'other-type': (mediaType: string, looksLike: string) => ({
    message: `invalid icon: icon media type ${quoted(mediaType)} does not match detected media type ${quoted(looksLike)}`,
    hint: `Set mediatype to ${looksLike}.`,
  }),
};
