/** The format package+v1: packages that travel with their code, and are configured where they are installed (docs/package-export.md). */
import { checkByAuthor } from '../config/authored';
import type { Format } from '../format';
import { MIN_KUBE_VERSION, SUGGESTED_NAMESPACE, DISPLAY_NAME } from './annotations';
import type { PackageV1Bundle } from './bundle';
import { packageV1Detection } from './detection';
import { readPackageV1 } from './read';
import { renderPackage } from './render';
import { defined } from '../../defined';

export const packageV1: Format<PackageV1Bundle> = {
  ...packageV1Detection,
  read: readPackageV1,
  validate: () => [],
  advise: () => [],
  ownSchema: () => undefined,
  schemaName: 'configuration schema',
  checkConfig: checkByAuthor,
  leastConfig: () => ({}),
  presets: () => undefined,
  configuredNamespaces: () => [],
  render: renderPackage,
  isTemplated: true,
  placesObjects: false,
  refusalTitle: ({ name }) => `Package ${name} cannot be rendered`,
  isAboutGenerated: () => false,
  isForAuthors: () => false,
  inspect: ({ annotations }) => defined({
    displayName: annotations[DISPLAY_NAME],
    minKubeVersion: annotations[MIN_KUBE_VERSION],
    suggestedNamespace: annotations[SUGGESTED_NAMESPACE],
  }),
  images: () => [],
  mainOrigin: ({ origin }) => ({ source: origin }),
  sourceOf: () => undefined,
};
