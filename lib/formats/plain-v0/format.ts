/** The format plain+v0: manifests that are applied as they are. */
import { checkByAuthor } from '../config/authored';
import type { Exporter } from '../export/exporter';
import { manifestPaths } from '../files/manifests';
import type { Format } from '../format';
import type { PlainBundle } from './bundle';
import { draftPlainV0 } from './draft';
import { readPlainV0 } from './read';

export const plainV0: Format<PlainBundle> = {
  name: 'plain+v0',
  mediaTypes: ['plain', 'plain+v0'],
  detect: (files) => manifestPaths(files).length > 0,
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
