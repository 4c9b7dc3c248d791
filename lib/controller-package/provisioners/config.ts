import type { ConfigOf } from '../../../constructs';

/** What may be configured about the provisioners where they are installed. */
export const PROVISIONERS_CONFIG_SCHEMA = {
  type: 'object',
  properties: {
    controllerNamespace: { type: 'string', minLength: 1, default: 'olmv1-system', description: 'Namespace of the controllers.' },
    serves: {
      type: 'boolean', default: false,
      description: 'What Bundles are unpacked to is served to holders of the role boxcutter-bundle-reader.',
    },
  },
  required: [],
  additionalProperties: false,
} as const;

export type ProvisionersPackageConfig = ConfigOf<typeof PROVISIONERS_CONFIG_SCHEMA>;
