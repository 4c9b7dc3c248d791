/** Documents that lie among manifests and are no objects of a cluster. */
import { basename } from 'node:path';
import { API_VERSION, groupOf, isJsonObject, type JsonObject, type JsonValue } from '../api';
import type { BoxcutterError } from '../errors';

/** What the caller knows of files that are no manifests. */
export interface Foreign {
  /** The error for a folder that is something else than one of manifests. */
  readonly whyNoFolder: (folder: string) => BoxcutterError | undefined;
  /** Why a document is no object of a cluster, as the end of a sentence. */
  readonly whyNoObject: (document: JsonObject, file: string) => string | undefined;
}

/** Why a document is left out, as the end of a sentence; undefined when it is to be taken. */
export function skipReason(value: JsonValue, file: string, foreign: Foreign | undefined): string | undefined {
  if (!isJsonObject(value)) return undefined;
  if (holdsBundle(value)) {
    return 'it holds the files of a bundle, from which "boxcutter bundle build" makes a folder or an image; a cluster does not accept it.';
  }
  const { apiVersion } = value;
  const group = typeof apiVersion === 'string' ? groupOf(apiVersion) : undefined;
  if (group === 'kustomize.config.k8s.io' || /^kustomization\.ya?ml$/.test(basename(file))) {
    return 'it configures kustomize, but the files here are read as they are; '
      + 'if its changes matter, build it: option -k, or the output of "kustomize build".';
  }
  return foreign?.whyNoObject(value, file);
}

/** A bundle as one document, as `PackageBundle` synthesises it. */
export function holdsBundle(value: JsonValue): boolean {
  return isJsonObject(value) && value.apiVersion === API_VERSION && value.kind === 'BundleFiles';
}
