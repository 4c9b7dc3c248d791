import type { NamedOptions } from '../command';

export const clusterName = {
  name: { type: 'string', default: 'default', describe: 'Name of the cluster; several run side by side' },
} as const satisfies NamedOptions;
