/** A pending upgrade: a ClusterExtensionRevision `<extension>-<version>`, as it is read and as it is written. */
import { createHash } from 'node:crypto';
import {
  ANNOTATION_BUNDLE_REFERENCE, API_VERSION, type ClusterExtension, type ClusterExtensionRevision, GROUP, type KubeObject, LABEL_EXTENSION,
  LABEL_OWNER,
} from '../../api';
import { isDnsSubdomain } from '../../api/dns';
import { defined } from '../../defined';

/** The bundle of an upgrade. */
export interface UpgradeBundle {
  readonly name: string;
  readonly version: string;
  /** Of the same version; a pending upgrade does not say it. */
  readonly release?: string;
  /** Image that it is pulled from. */
  readonly reference?: string;
}

export interface PendingUpgrade {
  readonly name: string;
  readonly uid: string;
  readonly bundle: UpgradeBundle;
  readonly availableSince: Date;
  readonly isApproved: boolean;
  /** It is being deleted. */
  readonly isLeaving: boolean;
  /** What was recorded as its content: the image with its digest, or a digest. Absent: it was not looked at yet. */
  readonly content?: string;
  /** Digest of its objects, as they were rendered when it was looked at last. */
  readonly rendered?: string;
  /** Names of packages that were recorded as coming along with that content. */
  readonly brings?: readonly string[];
  /** What its changes were worked out for. */
  readonly basis?: string;
}

const MAX_NAME = 253;
const MAX_LABEL = 63;

/** Those of an extension: that it controls, and that name it. */
export function pendingUpgrades(
  revisions: readonly ClusterExtensionRevision[], { metadata: { name } }: ClusterExtension,
): readonly PendingUpgrade[] {
  return revisions.flatMap(({ metadata, spec, status }) => {
    if ('phases' in spec || spec.clusterExtensionRef.name !== name) return [];
    const reference = metadata.annotations?.[ANNOTATION_BUNDLE_REFERENCE];
    const { content, rendered, dependencies, basis } = status?.upgrade ?? {};
    return [{
      name: metadata.name ?? '',
      uid: metadata.uid ?? '',
      bundle: { name: spec.bundleMetadata.name, version: spec.version, ...defined({ reference }) },
      availableSince: new Date(spec.availableSince),
      isApproved: spec.approved === true,
      isLeaving: metadata.deletionTimestamp !== undefined,
      ...defined({ content, rendered, brings: dependencies?.map((one) => one.package), basis }),
    }];
  });
}

/**
 * `<extension>-<version>`, as far as names of Kubernetes allow it: in lower case, `-` instead of `+`. What is too long, or taken by
 * something else, ends with a digest of the version.
 */
export function pendingName(extension: string, version: string, isTaken: (name: string) => boolean): string {
  const name = `${extension}-${version.toLowerCase().replaceAll('+', '-')}`;
  if (isDnsSubdomain(name) && !isTaken(name)) return name;
  return withDigest(name, version, MAX_NAME);
}

function withDigest(name: string, of: string, most: number): string {
  const digest = createHash('sha256').update(of).digest('hex').slice(0, 10);
  return `${name.slice(0, most - digest.length - 1).replace(/[^a-z0-9]+$/, '')}-${digest}`;
}

/** As the value of a label, which has 63 characters at most. */
function labelOf(extension: string): string {
  return extension.length <= MAX_LABEL ? extension : withDigest(extension, extension, MAX_LABEL);
}

export function pendingObject(
  { metadata }: ClusterExtension, { name: bundle, version, reference }: UpgradeBundle, name: string, now: Date,
): KubeObject {
  const { name: extension = '', uid = '', labels = {} } = metadata;
  // Labels of ours say what an object is; those of the extension's author may choose which process looks at it.
  const theirs = Object.fromEntries(Object.entries(labels).filter(([key]) => !key.startsWith(`${GROUP}/`)));
  return {
    apiVersion: API_VERSION,
    kind: 'ClusterExtensionRevision',
    metadata: {
      name,
      labels: { ...theirs, [LABEL_EXTENSION]: labelOf(extension), [LABEL_OWNER]: labelOf(extension) },
      ...(reference === undefined ? {} : { annotations: { [ANNOTATION_BUNDLE_REFERENCE]: reference } }),
      ownerReferences: [
        { apiVersion: API_VERSION, kind: 'ClusterExtension', name: extension, uid, controller: true, blockOwnerDeletion: true },
      ],
    },
    spec: {
      clusterExtensionRef: { name: extension },
      version,
      bundleMetadata: { name: bundle, version },
      availableSince: `${now.toISOString().slice(0, 19)}Z`,
      approved: false,
    },
  } as unknown as KubeObject;
}
