/** The format plain+v0: manifests that are applied as they are. */
import { checkByAuthor } from '../config/authored';
import type { Exporter } from '../export/exporter';
import type { Format } from '../format';
import type { PlainBundle } from './bundle';
import { plainV0Detection } from './detection';
import { draftPlainV0 } from './draft';
import { readPlainV0 } from './read';

export const plainV0: Format<PlainBundle> = {
  ...plainV0Detection,
  read: readPlainV0,
  validate: () => [],
  advise: () => [],
  ownSchema: () => undefined,
  schemaName: 'configuration schema',
  checkConfig: checkByAuthor,
  leastConfig: () => ({}),
  presets: () => undefined,
  configuredNamespaces: () => [],
  render: ({ crds, others }) => ({ issues: [], objects: [...crds, ...others] }),
  isTemplated: false,
  placesObjects: false,
  refusalTitle: () => undefined,
  isAboutGenerated: () => false,
  isForAuthors: () => false,
  inspect: () => ({}),
  images: () => [],
  mainOrigin: ({ origin }) => ({ source: origin }),
  sourceOf: () => undefined,
};

export const plainV0Exporter: Exporter = { draft: draftPlainV0 };
