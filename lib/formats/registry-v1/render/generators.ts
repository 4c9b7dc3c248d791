/** The generators, in upstream's order. API services come with the objects they need to work. */
import type { SourceObject } from '../../../revision';
import { additionalObjects } from './additional-objects';
import { apiServices } from './api-services';
import { certificateObjects } from './certificates';
import type { Generator, RenderContext } from './context';
import { customResourceDefinitions } from './crds';
import { deployments } from './deployments';
import { clusterPermissions, permissions } from './permissions';
import { serviceAccounts } from './service-accounts';
import { services } from './services';
import { mutatingWebhooks, validatingWebhooks } from './webhooks/configurations';

const generators: readonly Generator[] = [
  serviceAccounts,
  permissions,
  clusterPermissions,
  customResourceDefinitions,
  additionalObjects,
  deployments,
  validatingWebhooks,
  mutatingWebhooks,
  services,
  apiServices,
  certificateObjects,
];

export function generateObjects(context: RenderContext): readonly SourceObject[] {
  return generators.flatMap((generate) => generate(context));
}
