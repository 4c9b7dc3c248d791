/** What a bundle is and holds, in short. */
import type { TypedValue } from './bundle';
import type { ImageUse } from './images/pod-images';

export interface BundleSummary {
  readonly name: string;
  readonly format: string;
  readonly packageName: string;
  readonly version?: string;
  readonly release?: string;
  readonly displayName?: string;
  readonly channels: readonly string[];
  readonly defaultChannel?: string;
  readonly replaces?: string;
  readonly skips: readonly string[];
  readonly minKubeVersion?: string;
  /** The newest OpenShift that it supports: `4.18`. Other clusters do not ask for it. */
  readonly maxOpenShiftVersion?: string;
  readonly installModes: readonly string[];
  readonly suggestedNamespace?: string;
  /** Whether webhooks or API services need certificates. */
  readonly needsCertificates: boolean;
  /** Kinds that it brings: `ScaledObject keda.sh/v1alpha1`. */
  readonly apis: readonly string[];
  /** Kinds that it needs from elsewhere. */
  readonly requiredApis: readonly string[];
  readonly dependencies: readonly TypedValue[];
  readonly webhooks: readonly { readonly name: string; readonly type: string; readonly deployment: string }[];
  readonly deployments: readonly string[];
  readonly serviceAccounts: readonly string[];
  /** Keys at the top of its configuration; empty: there is nothing to configure, or no schema says what. */
  readonly configuration: readonly string[];
  /** Objects beside those that the ClusterServiceVersion describes, by kind. */
  readonly objects: Readonly<Record<string, number>>;
  readonly images: readonly ImageUse[];
}

/** The part that each format finds in a place of its own, or does not have. */
export type FormatSummary = Partial<Pick<
  BundleSummary,
  | 'displayName' | 'replaces' | 'skips' | 'minKubeVersion' | 'installModes' | 'suggestedNamespace' | 'needsCertificates' | 'requiredApis'
  | 'webhooks' | 'deployments' | 'serviceAccounts'
>> & {
  /** `requiredApis` in parts. */
  readonly requiredKinds?: readonly { readonly group: string; readonly version: string; readonly kind: string }[];
  /** Rendering it twice may give two results: templates can make up passwords, certificates and times. @default false */
  readonly makesUpValues?: boolean;
};
