import { Package, type Revision } from '../../../constructs';
import { addObjects } from '../add-objects';
import { rukpakCrds } from '../../kinds';
import { bundleOwners, usedConfigMaps } from './admission';
import { PROVISIONERS_CONFIG_SCHEMA, type ProvisionersPackageConfig } from './config';
import { provisionerRbac, provisionerServing } from './rbac';

/** What the provisioners need beside the controllers: their kinds, their rights, and where content is served. */
export class ProvisionersPackage extends Package<typeof PROVISIONERS_CONFIG_SCHEMA> {
  readonly packageName = 'boxcutter-provisioners';
  readonly configSchema = PROVISIONERS_CONFIG_SCHEMA;
  override readonly displayName = 'Provisioners';
  override readonly description = 'Unpack, install and upgrade bundles: Bundle, BundleDeployment.';
  override readonly minKubeVersion = '1.30.0';

  build(scope: Revision, config: ProvisionersPackageConfig): void {
    addObjects(scope, [
      ...rukpakCrds(), ...provisionerRbac(config), ...provisionerServing(config), ...usedConfigMaps(config), ...bundleOwners(config),
    ]);
  }
}
