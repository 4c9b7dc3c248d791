/** How a controller process is configured, whole: from its file, its flags and its defaults. */
import { type ClusterExtension, SYSTEM_NAMESPACE } from '../../../api';
import type { SecretKeyRef } from '../target/kubeconfig-secret';
import type { FeatureGate } from './feature-gates';

/** Where a server of the process listens. */
export interface ListenAddress {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
}

export interface LeaderElectionConfig {
  /** Without it every replica reconciles: only where there is one. */
  readonly enabled: boolean;
  /** Name of the Lease in the system namespace; that of a shard has the digest of its selector behind it. */
  readonly leaseName: string;
  /** A leader that was not heard from for so long is replaced. */
  readonly leaseSeconds: number;
  /** A leader that could not renew its lease for so long stops to write. Less than `leaseSeconds`. */
  readonly renewDeadlineSeconds: number;
  /** How often it renews. */
  readonly retrySeconds: number;
}

export interface MetricsConfig {
  readonly address: ListenAddress;
  /** Files of a certificate and its key (PEM), read again when they change. @default plain HTTP */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Asks the API server who calls (TokenReview) and whether they may (SubjectAccessReview for `get` on `/metrics`). */
  readonly authorize: boolean;
}

export interface CatalogsConfig {
  /** Where catalogs are served, as catalogd serves them. */
  readonly address: ListenAddress;
  /** Files of a certificate and its key (PEM), read again when they change. @default plain HTTP */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Under which address clients reach it: what `status.urls.base` of a catalog begins with. @default that of this process */
  readonly url?: string;
  /** Where their content is kept. @default the cache of this user */
  readonly directory?: string;
}

export interface TargetConfig {
  /** Holds a kubeconfig of another cluster: objects of revisions go there. @default they are in the cluster of their revisions */
  readonly secret?: SecretKeyRef;
}

export interface HelmConfig {
  /**
   * Name or path of the helm program: what installs and upgrades while the feature gate BoxcutterRuntime is off.
   * @default there is none, and extensions wait
   */
  readonly program?: string;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

export interface ControllerConfig {
  /** Where leases, content Secrets and the process itself live. */
  readonly namespace: string;
  /** Label selector: only objects of our kinds with these labels are looked at. Empty: all. */
  readonly watchSelector: string;
  readonly leaderElection: LeaderElectionConfig;
  readonly metrics: MetricsConfig;
  readonly catalogs: CatalogsConfig;
  /** Where the objects of revisions are. */
  readonly target: TargetConfig;
  /** Where `/healthz` and `/readyz` are. */
  readonly health: ListenAddress;
  /** Whether upgrades of extensions that say nothing about it wait for approval: a mode, or a rule as an extension has it. */
  readonly upgradeApproval: 'Manual' | 'Automatic' | NonNullable<ClusterExtension['spec']['upgradeApproval']>;
  /** How many objects of a kind are worked on at once. */
  readonly concurrency: number;
  /** How long what is under way may take at the end, in seconds. */
  readonly shutdownSeconds: number;
  /** The other way of applying. */
  readonly helm: HelmConfig;
  readonly log: { readonly level: LogLevel };
  /** Systems that are off by default. */
  readonly enable: readonly Optional[];
  readonly clusterApi: ClusterApiConfig;
  readonly provisioners: ProvisionersConfig;
  /** Those that are not as they are by default. */
  readonly featureGates: Readonly<Partial<Record<FeatureGate, boolean>>>;
}

/** What `enable` may name. */
export const OPTIONAL = ['cluster-api', 'provisioners'] as const;
export type Optional = (typeof OPTIONAL)[number];

/** Where what Bundles are unpacked to is kept and served; of meaning where `enable` names `provisioners`. */
export interface ProvisionersConfig {
  /** Absent: it is not served, and Bundles have no `contentURL`. */
  readonly address?: ListenAddress;
  /** Files of a certificate and its key (PEM), read again when they change. @default plain HTTP, on this machine alone */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Under which address clients reach it. @default that of this process */
  readonly url?: string;
  /** @default in the cache of this user */
  readonly directory?: string;
  /** Folders of this machine whose folders may be sources of bundles, for tests. @default none */
  readonly sourceDirectories?: readonly string[];
}

/** How Cluster API is installed; of meaning where `enable` names it. */
export interface ClusterApiConfig {
  /** Where the ConfigMaps of its revisions are, and the one with the images of the release. */
  readonly namespace: string;
  /** Where transport ConfigMaps are. */
  readonly transportNamespace: string;
  /** Name of the ConfigMap with the images of the release. */
  readonly imagesConfigMap: string;
  /** Version of the release. */
  readonly release: string;
  /** Type of the platform, `AWS`; absent: Infrastructure `cluster` says it. */
  readonly platform?: string;
  /** Values of variables in manifests, by name. */
  readonly substitutions: Readonly<Record<string, string>>;
  /** Where objects of required definitions are checked. Absent: they are not. */
  readonly webhook?: WebhookConfig;
}

export interface WebhookConfig {
  readonly address: ListenAddress;
  /** Service in the namespace of the controllers, port 443, through which the API server comes. */
  readonly service?: string;
  /** Without a Service: under which address it comes. @default that of this process */
  readonly url?: string;
}

export const DEFAULT_CONFIG: ControllerConfig = {
  namespace: SYSTEM_NAMESPACE,
  watchSelector: '',
  leaderElection: { enabled: true, leaseName: 'boxcutter-controller', leaseSeconds: 15, renewDeadlineSeconds: 10, retrySeconds: 2 },
  metrics: { address: { host: '127.0.0.1', port: 8080 }, authorize: false },
  catalogs: { address: { host: '127.0.0.1', port: 8443 } },
  target: {},
  health: { host: '127.0.0.1', port: 8081 },
  upgradeApproval: 'Automatic',
  concurrency: 8,
  shutdownSeconds: 25,
  helm: {},
  log: { level: 'info' },
  enable: [],
  clusterApi: {
    namespace: 'openshift-cluster-api-operator', transportNamespace: 'openshift-cluster-api', imagesConfigMap: 'capi-installer-images',
    release: '', substitutions: {},
  },
  provisioners: {},
  featureGates: {},
};
