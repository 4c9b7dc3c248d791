/** What the formats have in common that leave everything to the author of a bundle: no rules, no schema and no advice of their own. */
import type { CommonBundle } from '../bundle';
import type { Format } from '../format';
import { checkByAuthor } from './authored';

export const authoredFormat = {
  validate: () => [],
  advise: () => [],
  ownSchema: () => undefined,
  schemaName: 'configuration schema',
  checkConfig: checkByAuthor,
  leastConfig: () => ({}),
  presets: () => undefined,
  configuredNamespaces: () => [],
  placesObjects: false,
  isAboutGenerated: () => false,
  isForAuthors: () => false,
  images: () => [],
  mainOrigin: ({ origin }) => ({ source: origin }),
  sourceOf: () => undefined,
} satisfies Partial<Format<CommonBundle>>;
