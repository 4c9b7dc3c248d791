/** Documents that lie among manifests and are no objects of a cluster. */
import { basename, dirname } from 'node:path';
import { API_VERSION, type JsonValue } from '../api';

/** What the metadata folder of a registry+v1 bundle holds, by the only key of the document. */
const bundleMetadata = new Set(['annotations', 'dependencies', 'properties']);

/** Why a document is left out, as the end of a sentence; undefined when it is to be taken. */
export function skipReason(value: JsonValue, file: string): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { apiVersion, kind } = value as { readonly apiVersion?: JsonValue; readonly kind?: JsonValue };
  const group = typeof apiVersion === 'string' ? apiVersion.split('/')[0] : undefined;

  if (kind === 'ClusterServiceVersion' && group === 'operators.coreos.com') {
    return 'a ClusterServiceVersion describes a bundle and is no object of the package itself.';
  }
  if (holdsBundle(value)) {
    return 'it holds the files of a bundle, which "boxcutter bundle build" makes a folder or an image of; no cluster takes it.';
  }
  if (group === 'scorecard.operatorframework.io' || (kind === 'Configuration' && basename(dirname(file)) === 'scorecard')) {
    return 'it configures the scorecard tests of a bundle.';
  }
  if (/^kustomization\.ya?ml$/.test(basename(file)) || group === 'kustomize.config.k8s.io') {
    return 'it configures kustomize, and the files here are read as they are; '
      + 'give the output of "kustomize build" where its changes matter.';
  }
  const keys = Object.keys(value);
  if (basename(dirname(file)) === 'metadata' && keys.length > 0 && keys.every((key) => bundleMetadata.has(key))) {
    return 'it is metadata of a bundle.';
  }
  return undefined;
}

/** A bundle as one document, as `PackageBundle` synthesises it. */
export function holdsBundle(value: JsonValue): boolean {
  const given = typeof value === 'object' && value !== null ? value : {};
  const { apiVersion, kind } = given as { readonly apiVersion?: JsonValue; readonly kind?: JsonValue };
  return apiVersion === API_VERSION && kind === 'BundleFiles';
}
