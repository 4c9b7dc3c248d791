import { ApiObject, type ApiObjectProps } from 'cdk8s';
import { Package, type Revision } from '../../../constructs';
import type { JsonObject } from '../../api';
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
    const objects: readonly JsonObject[] = [
      ...rukpakCrds(), ...provisionerRbac(config), ...provisionerServing(config), ...usedConfigMaps(config), ...bundleOwners(config),
    ];
    objects.forEach((object, index) => void new ApiObject(scope, `object-${index}`, object as unknown as ApiObjectProps));
  }
}
