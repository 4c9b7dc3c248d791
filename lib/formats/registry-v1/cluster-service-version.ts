/** The parts of a ClusterServiceVersion that rendering and validation need (operators.coreos.com/v1alpha1). */
import type { JsonObject, PolicyRule } from '../../api';
import type { Origin } from '../../issue';

export type { PolicyRule } from '../../api';

export type InstallModeType = 'OwnNamespace' | 'SingleNamespace' | 'MultiNamespace' | 'AllNamespaces';
export type WebhookType = 'ValidatingAdmissionWebhook' | 'MutatingAdmissionWebhook' | 'ConversionWebhook';

export interface Permission {
  readonly serviceAccountName: string;
  readonly rules: readonly PolicyRule[];
}

export interface StrategyDeployment {
  readonly name: string;
  readonly label?: Readonly<Record<string, string>>;
  /** A DeploymentSpec. */
  readonly spec: JsonObject;
}

export interface WebhookDefinition {
  readonly generateName: string;
  readonly type: WebhookType;
  readonly deploymentName: string;
  readonly containerPort?: number;
  readonly targetPort?: number | string;
  readonly rules?: readonly JsonObject[];
  readonly failurePolicy?: string;
  readonly matchPolicy?: string;
  readonly objectSelector?: JsonObject;
  readonly sideEffects?: string;
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions?: readonly string[];
  readonly reinvocationPolicy?: string;
  readonly webhookPath?: string;
  readonly conversionCRDs?: readonly string[];
}

export interface OwnedDefinition {
  readonly name: string;
  readonly version: string;
  readonly kind: string;
}

export interface ClusterServiceVersion {
  readonly name: string;
  /** For messages. */
  readonly origin: Origin;
  readonly annotations: Readonly<Record<string, string>>;
  readonly version: string;
  readonly release?: string;
  readonly installModes: readonly { readonly type: InstallModeType; readonly supported: boolean }[];
  readonly deployments: readonly StrategyDeployment[];
  readonly permissions: readonly Permission[];
  readonly clusterPermissions: readonly Permission[];
  readonly ownedCrds: readonly OwnedDefinition[];
  readonly requiredCrds: readonly OwnedDefinition[];
  readonly ownedApiServices: readonly JsonObject[];
  readonly webhooks: readonly WebhookDefinition[];
  readonly relatedImages: readonly { readonly name: string; readonly image: string }[];
  readonly minKubeVersion?: string;
  readonly replaces?: string;
  readonly skips: readonly string[];
  /** The whole document, for what is not above. */
  readonly manifest: JsonObject;
}
