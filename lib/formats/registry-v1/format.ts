/** The format registry+v1, the bundles of OLM: a ClusterServiceVersion, definitions and other objects (docs/bundles.md). */
import type { Subject } from '../../issue';
import type { Exporter } from '../export/exporter';
import type { Format } from '../format';
import type { RegistryBundle } from './bundle';
import { checkRegistryConfig } from './config/check';
import { plainConfiguration, watchedNamespaces } from './config/install-modes';
import { generatedSchema, withoutTypes } from './config/schema';
import { registryV1Detection } from './detection';
import { draftRegistryV1 } from './export/draft';
import { imagesOfServiceVersion, inspectRegistryV1 } from './inspect';
import { readRegistryV1 } from './read';
import { renderRegistryV1 } from './render';
import { adviseRegistryV1, validateRegistryV1 } from './validators';

export const registryV1: Format<RegistryBundle> = {
  ...registryV1Detection,
  read: readRegistryV1,
  validate: validateRegistryV1,
  advise: adviseRegistryV1,
  ownSchema: (bundle, form) => (form === 'brief' ? withoutTypes(generatedSchema(bundle)) : generatedSchema(bundle)),
  schemaName: 'configuration schema',
  checkConfig: checkRegistryConfig,
  leastConfig: plainConfiguration,
  presets: () => undefined,
  configuredNamespaces: (_, config) => watchedNamespaces(config),
  render: renderRegistryV1,
  isTemplated: false,
  makesObjects: false,
  placesObjects: true,
  refusalTitle: () => undefined,
  // What rendering adds for cert-manager needs no check against its definitions, which are not known here.
  isAboutGenerated: ({ code, subject }) => code === 'unknown-kind' && subject !== undefined && isOfCertManager(subject),
  isForAuthors: () => false,
  inspect: inspectRegistryV1,
  images: imagesOfServiceVersion,
  mainOrigin: ({ csv }) => csv.origin,
  sourceOf: ({ csv }, kind, name) => {
    const index = kind === 'Deployment' ? csv.deployments.findIndex((deployment) => deployment.name === name) : -1;
    return index < 0 ? undefined : ['spec', 'install', 'spec', 'deployments', String(index)];
  },
};

export const registryV1Exporter: Exporter = { draft: draftRegistryV1 };

function isOfCertManager({ apiVersion, kind }: Subject): boolean {
  return apiVersion.startsWith('cert-manager.io/') && (kind === 'Issuer' || kind === 'Certificate');
}
