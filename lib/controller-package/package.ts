import { type ConfigOf, Package, type Revision } from '../../constructs';
import { crds } from '../kinds';
import { addObjects } from './add-objects';
import { CONTROLLER_CONFIG_SCHEMA } from './config';
import { monitoring } from './monitoring/objects';
import { admission } from './objects/admission';
import { network } from './objects/network';
import { rbac } from './objects/rbac';
import { workload } from './objects/workload';

/** The controllers as a package like any other: compiled, applied and upgraded by what they do themselves. */
export class ControllerPackage extends Package<typeof CONTROLLER_CONFIG_SCHEMA> {
  readonly packageName = 'boxcutter-controller';
  readonly configSchema = CONTROLLER_CONFIG_SCHEMA;
  override readonly displayName = 'Boxcutter controllers';
  override readonly description = 'Install, upgrade and repair extensions: ClusterExtension, ClusterExtensionRevision, ClusterCatalog.';
  override readonly minKubeVersion = '1.30.0';

  build(scope: Revision, config: ConfigOf<typeof CONTROLLER_CONFIG_SCHEMA>): void {
    const settings = { namespace: scope.namespace ?? '', config };
    addObjects(scope, [
      ...crds(), ...workload(settings), ...rbac(settings), ...network(settings), ...admission(settings),
      ...(config.monitoring ? monitoring(settings) : []),
    ]);
  }
}
