import { Package, type Revision } from '../../../constructs';
import { addObjects } from '../add-objects';
import { clusterApiCrds } from '../../kinds';
import { transportPolicy } from './admission';
import { CLUSTER_API_CONFIG_SCHEMA, type ClusterApiPackageConfig } from './config';
import { clusterApiRbac, clusterApiServing } from './rbac';

/** What the Cluster API operator needs beside the controllers: its kinds, its rights, and the guard of transport ConfigMaps. */
export class ClusterApiPackage extends Package<typeof CLUSTER_API_CONFIG_SCHEMA> {
  readonly packageName = 'boxcutter-cluster-api';
  readonly configSchema = CLUSTER_API_CONFIG_SCHEMA;
  override readonly displayName = 'Cluster API operator';
  override readonly description = 'Installs Cluster API and the provider of the platform: ClusterAPI, CompatibilityRequirement.';
  override readonly minKubeVersion = '1.30.0';

  build(scope: Revision, config: ClusterApiPackageConfig): void {
    addObjects(scope, [
      ...clusterApiCrds(), ...clusterApiRbac(config), ...clusterApiServing(config), ...transportPolicy(config),
    ]);
  }
}
