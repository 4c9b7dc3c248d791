/** What a registry+v1 bundle says of its package beside its objects; names are those of the fields that they end up in. */
import type { JsonObject } from '../../../api';
import type { InstallModeType } from '../cluster-service-version';

/** Fields of the ClusterServiceVersion; all of them are optional. */
export interface RegistryMetadata {
  /** How catalogs call the package. @default - its name */
  readonly displayName?: string;
  /** What it is and does, in Markdown. */
  readonly description?: string;
  readonly provider?: { readonly name: string; readonly url?: string };
  readonly maintainers?: readonly { readonly name: string; readonly email: string }[];
  readonly icon?: { readonly base64data: string; readonly mediatype: 'image/svg+xml' | 'image/png' | 'image/jpeg' | 'image/gif' };
  readonly keywords?: readonly string[];
  readonly links?: readonly { readonly name: string; readonly url: string }[];
  /** `alpha`, `beta`, `stable`, … */
  readonly maturity?: string;
  /** The install modes that it supports; the others are written as not supported. @default ['AllNamespaces'] */
  readonly installModes?: readonly InstallModeType[];
  /** Oldest Kubernetes that it runs on, a semantic version like `1.31.0`. */
  readonly minKubeVersion?: string;
  /** Name of the bundle that this one upgrades: `<package>.v<version>`. */
  readonly replaces?: string;
  /** Names of bundles that need not be installed on the way to this one. */
  readonly skips?: readonly string[];
  /** Range of versions that can be upgraded to this one directly, like `>=1.0.0 <1.4.0`. */
  readonly skipRange?: string;
  /** Images that its containers use at some time, for mirrors. */
  readonly relatedImages?: readonly { readonly name: string; readonly image: string }[];
  /**
   * How catalogs show its APIs, by the name of the CustomResourceDefinition. @default - the words of the kind, and the description in the
   * schema
   */
  readonly customResourceDefinitions?: Readonly<Record<string, { readonly displayName?: string; readonly description?: string }>>;
  /** One example for each API, to start from (`alm-examples`). */
  readonly examples?: readonly JsonObject[];
  /** Annotations of the ClusterServiceVersion: `capabilities`, `categories`, … Rendering puts them on the pods, too. */
  readonly annotations?: Readonly<Record<string, string>>;
}

export const REGISTRY_METADATA = [
  'displayName', 'description', 'provider', 'maintainers', 'icon', 'keywords', 'links', 'maturity', 'installModes',
  'minKubeVersion', 'replaces', 'skips', 'skipRange', 'relatedImages', 'customResourceDefinitions', 'examples', 'annotations',
] as const satisfies readonly (keyof RegistryMetadata)[];
