/** What a user chooses beside the source itself: the options of the command, as data. */
import type { CollisionProtection } from '../api';
import type { CertificateProviderName } from '../formats';
import type { BuildFormat } from '../formats/detect/known-formats';

export interface Choices {
  /** Name of the extension; among several revisions of a source, which one. */
  readonly name?: string | undefined;
  /** The source is a kustomization, which a program builds. */
  readonly kustomize?: boolean | undefined;
  /** Where a bundle is installed, and objects go that name no namespace. */
  readonly namespace?: string | undefined;
  readonly stateNamespace?: string | undefined;
  /** Kubernetes version whose schemas objects are checked against. */
  readonly kubernetesVersion?: string | undefined;
  /** What to do with objects that exist and that no revision manages. */
  readonly collisionProtection?: CollisionProtection | undefined;
  /** Definitions of our own API that exist are taken over, whoever made them. */
  readonly takeOverCrds?: boolean | undefined;
  /** Files with the configuration; `-` is standard input. */
  readonly config?: readonly string[] | undefined;
  /** Single values of the configuration: `a.b[0].c=value`. */
  readonly set?: readonly string[] | undefined;
  /** The same, the values being text. */
  readonly setString?: readonly string[] | undefined;
  /** `key=path`, the value being the text of the file. */
  readonly setFile?: readonly string[] | undefined;
  /** `key=NAME`, the value being that of an environment variable. */
  readonly setEnv?: readonly string[] | undefined;
  /** Begin with the configuration that is on record; what is given now goes over it. */
  readonly reuseConfig?: boolean | undefined;
  /** Begin without any configuration. */
  readonly resetConfig?: boolean | undefined;
  readonly certificates?: CertificateProviderName | 'auto' | undefined;
  readonly dangerouslyAcceptBundlesWithoutConfigSchema?: boolean | undefined;
  /** Another package may take the place of the one that is installed. */
  readonly changePackage?: boolean | undefined;
  /** A bundle may be installed on an older Kubernetes than it says that it needs. */
  readonly ignoreMinKubeVersion?: boolean | undefined;
}

/** What a user chooses of a bundle that is built. */
export interface BuildChoices {
  readonly format?: BuildFormat | undefined;
  /** Of several bundles or revisions, the one of this name. */
  readonly name?: string | undefined;
  readonly package?: string | undefined;
  readonly packageVersion?: string | undefined;
  readonly namespace?: string | undefined;
  readonly channels?: string | undefined;
  readonly defaultChannel?: string | undefined;
  readonly kubernetesVersion?: string | undefined;
}
