/** The objects that the controllers of Cluster API look at, and the revision as its ConfigMap holds it. */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ClusterAPI as ClusterApiObject, ClusterApiStatus, ClusterApiVersion } from '../../../imports/api';
import { isJsonObject, type KubeObject, type OwnerReference } from '../../api';
import { componentContentId, revisionContentId, type RenderedComponent } from '../../capi';
import { BoxcutterError } from '../../errors';
import { ANNOTATION_ALLOW_DATA_LOSS, CONFIG_KIND, FINALIZER, LABEL_REVISION } from './names';

export type Config = ClusterApiObject & KubeObject;
export type Version = ClusterApiVersion;
export type ConfigStatus = ClusterApiStatus;

/** Names of CRDs that somebody else manages: both fields count. Sorted. */
export function unmanagedOf({ spec }: Config): readonly string[] {
  return [...new Set([...(spec.unmanagedCRDs ?? []), ...(spec.unmanagedCustomResourceDefinitions ?? [])])].sort();
}

/**
 * Definitions that somebody else manages, by all that says so: the configuration, its versions, and what is there of versions. One that is
 * named lives on also where the version that leaves it out was never installed.
 */
export function othersDefinitions(config: Config | undefined, configMaps: Iterable<RevisionConfigMap>): ReadonlySet<string> {
  const stored = [...configMaps].flatMap((configMap) => storedRevision(configMap)?.version ?? []);
  const versions = config === undefined ? stored : [...versionsOf(config), ...stored];
  return new Set([...(config === undefined ? [] : unmanagedOf(config)), ...versions.flatMap(({ unmanagedCRDs = [] }) => unmanagedCRDs)]);
}

/** Nothing of the providers is written, as long as there is a configuration that says so. */
export function isPaused(config: Config | undefined): boolean {
  return config?.spec.installerMode === 'Paused' && config.metadata.deletionTimestamp === undefined;
}

/** Newest first. */
export function versionsOf({ status }: { readonly status?: Pick<ConfigStatus, 'versions'> }): readonly Version[] {
  return [...(status?.versions ?? [])].sort((a, b) => b.revision - a.revision);
}

export interface RevisionConfigMap extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
  readonly binaryData?: Readonly<Record<string, string>>;
}

/** A revision as its ConfigMap says it. */
export interface StoredRevision {
  readonly name: string;
  readonly uid: string;
  readonly number: number;
  readonly version: Version;
  readonly deleting: boolean;
  readonly hasFinalizer: boolean;
  readonly allowsDataLoss: boolean;
}

/** Of a component, as it is installed. */
export interface StoredComponent {
  readonly name: string;
  readonly objects: readonly KubeObject[];
}

/** What a ConfigMap may hold, in bytes of base64; the server has 1 MiB. */
const MOST_CONTENT = 1_000_000;
/** Bytes of content as it is unpacked. */
const MOST_UNPACKED = 64 * 1024 * 1024;

/**
 * The ConfigMap of a new revision: it owns the objects, and holds them, so that a revision can be kept and taken down whatever becomes of
 * the images and ConfigMaps that it was made of.
 * @throws BoxcutterError `capi-revision-large` (input)
 */
export function revisionConfigMap(
  version: Version, rendered: readonly RenderedComponent[], config: Config, namespace: string,
): RevisionConfigMap {
  const content: readonly StoredComponent[] = rendered.map(({ component, objects }) => ({ name: component.profile.name, objects }));
  const packed = gzipSync(JSON.stringify(content), { level: 9 }).toString('base64');
  if (packed.length > MOST_CONTENT) {
    throw new BoxcutterError('capi-revision-large', 'input',
      `The manifests of ${version.name} take ${packed.length} bytes compressed, and a ConfigMap holds ${MOST_CONTENT}.`, {
        hint: 'Take descriptions out of the CustomResourceDefinitions of the providers.', details: { bytes: packed.length },
      });
  }
  return {
    apiVersion: 'v1', kind: 'ConfigMap',
    metadata: {
      name: version.name, namespace, labels: { [LABEL_REVISION]: version.name }, ownerReferences: [ownerReferenceTo(config)],
    },
    data: { version: JSON.stringify(version) },
    binaryData: { content: packed },
    immutable: true,
  };
}

export function ownerReferenceTo({ metadata: { name = '', uid = '' } }: Config): OwnerReference {
  return { ...CONFIG_KIND, name, uid, controller: true, blockOwnerDeletion: true };
}

/** Undefined: it is no ConfigMap of a revision. */
export function storedRevision({ metadata, data = {} }: RevisionConfigMap): StoredRevision | undefined {
  const { name = '', uid = '', labels = {}, annotations = {}, finalizers = [], deletionTimestamp } = metadata;
  const version = parsed(data['version'] ?? '');
  if (labels[LABEL_REVISION] !== name || !isJsonObject(version) || version['name'] !== name || !Number.isSafeInteger(version['revision'])) {
    return undefined;
  }
  const known = version as unknown as Version;
  return {
    name, uid, number: known.revision, version: known, deleting: deletionTimestamp !== undefined,
    hasFinalizer: finalizers.includes(FINALIZER),
    allowsDataLoss: annotations[ANNOTATION_ALLOW_DATA_LOSS] === 'true',
  };
}

/**
 * What it installs.
 * @throws BoxcutterError `capi-revision-changed` (input): it is not what the version was made of
 */
export function contentOf({ metadata: { name = '' }, binaryData = {} }: RevisionConfigMap, version: Version): readonly StoredComponent[] {
  let content: readonly StoredComponent[] = [];
  try {
    const packed = Buffer.from(binaryData['content'] ?? '', 'base64');
    content = JSON.parse(gunzipSync(packed, { maxOutputLength: MOST_UNPACKED }).toString('utf8')) as readonly StoredComponent[];
  } catch (error) {
    throw changed(name, 'its content cannot be read', error);
  }
  const found = revisionContentId(content.map(({ objects }) => componentContentId(objects)), version.manifestSubstitutions ?? []);
  if (found === version.contentID) return content;
  throw changed(name, `content ID mismatch: its ConfigMap has content ID ${found}, but the version specifies ${version.contentID}`);
}

function changed(name: string, what: string, cause?: unknown): BoxcutterError {
  return new BoxcutterError('capi-revision-changed', 'input', `Version ${name}: ${what}.`, {
    hint: 'Nothing is installed from it, and what is there stays. Another release or other substitutions make a new version.',
    ...(cause === undefined ? {} : { cause }),
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
