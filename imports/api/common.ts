// Generated from lib/kinds by `npm run generate`. Do not edit.

/** One aspect of the observed state. */
export interface Condition {
  /** What the condition is about, in CamelCase; a prefix with a domain is allowed. At most 316 characters. */
  readonly type: string;
  /** Whether it holds. */
  readonly status: 'True' | 'False' | 'Unknown';
  /** Why it has this status, as one CamelCase word for programs. 1 to 1024 characters. */
  readonly reason: string;
  /** Why it has this status, for people. May be empty. At most 32768 characters. */
  readonly message: string;
  /** metadata.generation of the object when the condition was set. Older than the current one: the condition is out of date. At least 0. */
  readonly observedGeneration?: number;
  /** When the status last changed. RFC 3339 time. */
  readonly lastTransitionTime: string;
}

/** A Kubernetes label selector. */
export interface LabelSelector {
  /** Labels and the values that they must have. All of them must match. */
  readonly matchLabels?: {
    readonly [k: string]: string;
  };
  /** Requirements on labels. All of them must be met. */
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
}

/** What a bundle is. */
export interface BundleSpec {
  /**
   * Where its content comes from.
   *
   * Rules of the API server:
   * - bundle.spec.source.image must be set for source type "image"
   * - bundle.spec.source.git must be set for source type "git"
   * - bundle.spec.source.configMaps must be set for source type "configMaps"
   * - bundle.spec.source.http must be set for source type "http"
   * - bundle.spec.source.directory must be set for source type "directory"
   * - bundle.spec.source.image is only for source type "image"
   * - bundle.spec.source.git is only for source type "git"
   * - bundle.spec.source.configMaps is only for source type "configMaps"
   * - bundle.spec.source.http is only for source type "http"
   * - bundle.spec.source.directory is only for source type "directory"
   */
  readonly source: BundleSource;
  /**
   * The provisioner that unpacks it: core-rukpak-io-plain, core-rukpak-io-registry, core-rukpak-io-helm, or one of somebody else. At most 63
   * characters.
   */
  readonly provisionerClassName: string;
}

/** Where the content of a bundle comes from. */
export interface BundleSource {
  /** Kind of source. The field of the same name must be set. */
  readonly type: 'image' | 'git' | 'configMaps' | 'http' | 'directory';
  /** A container image, or a chart in a registry. */
  readonly image?: BundleImageSource;
  /** A git repository. */
  readonly git?: BundleGitSource;
  /** ConfigMaps whose keys are files. 1 to 64 entries. */
  readonly configMaps?: readonly BundleConfigMapSource[];
  /**
   * A file on a server.
   *
   * Rules of the API server:
   * - insecureSkipVerify is not there for source type "http"
   */
  readonly http?: BundleHttpSource;
  /** A folder where the provisioners run, for tests: only if they allow it. */
  readonly directory?: BundleDirectorySource;
}

/** A requirement on one label. */
export interface LabelSelectorRequirement {
  /** Name of the label. */
  readonly key: string;
  /** How the label relates to the values. */
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  /** At least one value for In and NotIn; none for Exists and DoesNotExist. */
  readonly values?: readonly string[];
}

/** A container image with a bundle in it. */
export interface BundleImageSource {
  /** Reference of the image. One with a digest always stands for the same content. 1 to 1000 characters. */
  readonly ref: string;
  /** Name of a Secret of type kubernetes.io/dockerconfigjson in the namespace of the provisioners. At most 253 characters. */
  readonly pullSecret?: string;
}

/** A git repository with a bundle in it. */
export interface BundleGitSource {
  /**
   * Its address: https://… 1 to 2000 characters.
   *
   * Rules of the API server:
   * - repository must begin with https:// and a host, without credentials
   */
  readonly repository: string;
  /**
   * Folder of the repository that holds the bundle. Without it, the root. Of a folder that is called manifests itself and has no folder of that
   * name, the one above is meant. At most 1000 characters.
   *
   * Rules of the API server:
   * - directory must be within the repository
   */
  readonly directory?: string;
  /**
   * What of it.
   *
   * Rules of the API server:
   * - exactly one of branch, tag and commit must be set
   */
  readonly ref: BundleGitRef;
  /** Who the provisioner is to the server. */
  readonly auth?: BundleSourceAuth;
}

/** A ConfigMap whose keys are files of a folder of a bundle. */
export interface BundleConfigMapSource {
  /** The ConfigMap; it must be immutable. */
  readonly configMap: BundleConfigMap;
  /**
   * Folder of the bundle that its keys are files of. Without it, the root. At most 1000 characters.
   *
   * Rules of the API server:
   * - path must be within the bundle
   *
   * @defaultValue ""
   */
  readonly path?: string;
}

/** A packed bundle on a server. */
export interface BundleHttpSource {
  /**
   * Address of a tar archive, compressed or not: a packed chart, or a bundle. 1 to 2000 characters.
   *
   * Rules of the API server:
   * - url must begin with https:// and a host, without credentials
   */
  readonly url: string;
  /** Who the provisioner is to the server. */
  readonly auth?: BundleSourceAuth;
}

/** A folder with a bundle on the machine of the provisioners. */
export interface BundleDirectorySource {
  /**
   * The folder of the bundle, within those of provisioners.sourceDirectories. 1 to 1000 characters.
   *
   * Rules of the API server:
   * - path must be absolute, without . and ..
   */
  readonly path: string;
}

/** A branch, a tag or a commit. */
export interface BundleGitRef {
  /**
   * Name of a branch: what it is when the bundle is unpacked. 1 to 255 characters.
   *
   * Rules of the API server:
   * - must be the name of a git reference
   * - must be the name of a git reference
   */
  readonly branch?: string;
  /**
   * Name of a tag: what it is when the bundle is unpacked. 1 to 255 characters.
   *
   * Rules of the API server:
   * - must be the name of a git reference
   * - must be the name of a git reference
   */
  readonly tag?: string;
  /**
   * A commit, whole: it always stands for the same content. At most 64 characters.
   *
   * Rules of the API server:
   * - commit must be a whole commit, in lower-case hexadecimal digits
   */
  readonly commit?: string;
}

/** Who the provisioner is to a server. */
export interface BundleSourceAuth {
  /** A Secret in the namespace of the provisioners: username and password. */
  readonly secret?: BundleSourceSecret;
  /** The certificate of the server is not verified. Whoever is in between can then give other content. */
  readonly insecureSkipVerify?: boolean;
}

/** A ConfigMap in the namespace of the provisioners. */
export interface BundleConfigMap {
  /** Its name, in the namespace of the provisioners. 1 to 253 characters. */
  readonly name: string;
}

/** A Secret in the namespace of the provisioners. */
export interface BundleSourceSecret {
  /** Its name. 1 to 253 characters. */
  readonly name: string;
}
