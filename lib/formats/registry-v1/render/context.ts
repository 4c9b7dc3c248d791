/** What all generators are given. */
import type { JsonObject } from '../../../api';
import { defined } from '../../../defined';
import type { Issue } from '../../../issue';
import type { SourceObject } from '../../../revision';
import type { CertificateProviderName } from '../../rendering';
import type { RegistryBundle } from '../bundle';
import type { ClusterServiceVersion } from '../cluster-service-version';

export interface RenderContext {
  readonly bundle: RegistryBundle;
  readonly csv: ClusterServiceVersion;
  readonly installNamespace: string;
  /** Namespaces that the operator watches; `['']` means all. */
  readonly targets: readonly string[];
  readonly certificates: CertificateProviderName;
  /** The `deploymentConfig` of the user's configuration, which has been checked. */
  readonly deploymentConfig?: JsonObject;
  /** For issues that only show while generating. */
  readonly report: (issue: Issue) => void;
}

export type Generator = (context: RenderContext) => readonly SourceObject[];

export const watchesAll = ({ targets }: RenderContext): boolean => targets.includes('');

/** An object made from the ClusterServiceVersion; its origin names both. */
export function generated({ csv }: RenderContext, manifest: JsonObject): SourceObject {
  const { namespace, name } = manifest['metadata'] as { readonly namespace?: string; readonly name: string };
  return { manifest, origin: { ...csv.origin, made: { kind: String(manifest['kind']), name, ...defined({ namespace }) } } };
}
