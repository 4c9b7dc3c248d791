/** What a bundle is and holds, in short: for people who decide whether to install it, and for scripts. */
import { asObject } from '../api';
import { defined } from '../defined';
import { asString } from '../schema';
import type { Bundle, TypedValue } from './bundle';
import { configSchemaOf, supportedInstallModes } from './config';
import { imagesOf, type ImageUse } from './images';
import { needsCertificates } from './registry-v1/render';

export interface BundleSummary {
  readonly name: string;
  readonly format: Bundle['format'];
  readonly packageName: string;
  readonly version?: string;
  readonly release?: string;
  readonly displayName?: string;
  readonly channels: readonly string[];
  readonly defaultChannel?: string;
  readonly replaces?: string;
  readonly skips: readonly string[];
  readonly minKubeVersion?: string;
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

export function inspectBundle(bundle: Bundle): BundleSummary {
  const { csv, name, format, packageName, version, release, channels, defaultChannel, dependencies } = bundle;
  const displayName = asString(asObject(csv?.manifest['spec'])?.['displayName']);
  const suggested = csv?.annotations['operatorframework.io/suggested-namespace'];
  const kinds = [...bundle.crds, ...bundle.others].map(({ manifest }) => String(manifest['kind'])).sort();
  return {
    name,
    format,
    packageName,
    ...defined({ version, release, displayName }),
    channels,
    ...defined({ defaultChannel }),
    ...defined({ replaces: csv?.replaces }),
    skips: csv?.skips ?? [],
    ...defined({ minKubeVersion: csv?.minKubeVersion }),
    installModes: csv === undefined ? [] : [...supportedInstallModes(bundle)],
    ...defined({ suggestedNamespace: suggested }),
    needsCertificates: needsCertificates(bundle),
    apis: apisOf(bundle),
    requiredApis: (csv?.requiredCrds ?? []).map(({ kind, name: crd, version: served }) => `${kind} ${crd.split('.').slice(1).join('.')}/${served}`),
    dependencies,
    webhooks: (csv?.webhooks ?? []).map(({ generateName, type, deploymentName }) => ({ name: generateName, type, deployment: deploymentName })),
    deployments: (csv?.deployments ?? []).map((deployment) => deployment.name),
    serviceAccounts: accountsOf(bundle),
    configuration: Object.keys(asObject(configSchemaOf(bundle)?.['properties']) ?? {}),
    objects: Object.fromEntries([...new Set(kinds)].map((kind) => [kind, kinds.filter((other) => other === kind).length])),
    images: imagesOf(bundle, [...bundle.crds, ...bundle.others]),
  };
}

function accountsOf({ csv }: Bundle): readonly string[] {
  const permissions = [...(csv?.permissions ?? []), ...(csv?.clusterPermissions ?? [])];
  return [...new Set(permissions.map(({ serviceAccountName }) => serviceAccountName))].sort();
}

function apisOf({ crds }: Bundle): readonly string[] {
  return crds.map(({ manifest }) => {
    const spec = asObject(manifest['spec']);
    const versions = Array.isArray(spec?.['versions']) ? spec['versions'].map((each) => asString(asObject(each)?.['name']) ?? '') : [];
    return `${asString(asObject(spec?.['names'])?.['kind']) ?? ''} ${asString(spec?.['group']) ?? ''}/${versions.join(',')}`;
  }).sort();
}
