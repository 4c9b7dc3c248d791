/** A bundle of the format registry+v1 as data. */
import type { CommonBundle } from '../bundle';
import type { ClusterServiceVersion } from './cluster-service-version';

/** One with a ClusterServiceVersion, which has its name. */
export interface RegistryBundle extends CommonBundle {
  readonly format: 'registry+v1';
  readonly csv: ClusterServiceVersion;
}
