/**
 * The head of an extension: one mutable Secret in the state namespace. It is the owner of all objects (its uid is stable over
 * revisions), holds the lock, and its inventory names every object that may exist.
 */
import { gzipSync } from 'node:zlib';
import {
  LABEL_OWNER_NAME, GROUP, type ContentSource, type HookNotRun, type InstalledBundle, type KubeObject, type ObjectRef, type OlmOperator,
  type ProgressionProbe,
} from '../api';
import { defined } from '../defined';
import { BoxcutterError } from '../errors';
import type { InventoryEntry } from '../engine';
import type { Controlled } from './by-controllers/controlled';
import type { Lock } from './lock/lock';
import { observationOf, type Observation } from './lock/silence';
import { hasHeadShape } from './reading/head-shape';
import { HEAD_BOUNDS, inflate, unreadable } from './reading/inflate';

export const SECRET_TYPE_HEAD = `${GROUP}/extension-head`;
export const SECRET_TYPE_REVISION = `${GROUP}/extension-revision`;
/** Label on Secrets of the command's state: `head` or `revision`. */
export const LABEL_STATE = `${GROUP}/state`;

const SCHEMA = 1;

/** One line of the history. */
export interface RevisionRecord {
  readonly number: number;
  readonly version?: string;
  readonly digest: string;
  /** When it was first applied, RFC 3339. */
  readonly at: string;
  /** When it was first complete. */
  readonly completeAt?: string;
  /** It has the content of this earlier revision. */
  readonly rollbackOf?: number;
  /** Who applied it first, for people: `user@host`. Absent: not known. */
  readonly by?: string;
  /** The repository or the URL that its content came from. Absent: not known. */
  readonly source?: ContentSource;
  /** The bundle that it was made of, and how a catalog chose it. Absent: none, or not known. */
  readonly bundle?: InstalledBundle;
  /** The operator of OLM (v0) that it takes over: what a run that was broken off goes on from. Absent: it takes over none. */
  readonly takenFromOlm?: OlmOperator;
  /** Of a chart: hooks that are missed when it is deleted or rolled back to; the first fifty. Absent: none, or not known. */
  readonly hooksNotRun?: readonly HookNotRun[];
  /** Its objects that may hold the next upgrade back; the first fifty. Absent: none, or not known. */
  readonly gates?: readonly ObjectRef[];
}

/** An extension that is to be left alone: runs report what they would do. */
export interface Pause {
  /** RFC 3339. */
  readonly since: string;
  /** For people: `user@host`. */
  readonly by: string;
  readonly reason?: string;
}

export interface Head {
  readonly extension: string;
  readonly packageName?: string;
  /** Newest first; the first one is what the cluster has or shall have. */
  readonly revisions: readonly RevisionRecord[];
  readonly inventory: readonly InventoryEntry[];
  /** Of the newest revision: who keeps many extensions need not read their contents to judge objects. Absent: only the content tells. */
  readonly probes?: readonly ProgressionProbe[];
  readonly lock?: Lock;
  readonly paused?: Pause;
  /** The release of Helm that it was made of: what the marks of a release say of an extension is no evidence. Absent: none. */
  readonly release?: { readonly name: string; readonly namespace: string };
  /** A teardown has begun: what is left is to be removed, not applied. */
  readonly deleting?: boolean;
  /** Uids of heads that this one stands in for (see `recover`). They count when they are sealed. */
  readonly formerUids?: readonly string[];
  /** The seal of `formerUids`. */
  readonly formerSeal?: string;
}

/** A head as it is stored: with what identifies this very state of it. */
export interface StoredHead {
  readonly head: Head;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly ref: ObjectRef;
  /** What others put on the Secret (a backup tool's annotation, a label): a write of the head keeps it. Absent: nothing. */
  readonly foreign?: Foreign;
  /** Another client took the label off: lists and keepers do not see it. Every write of the head puts it back. */
  readonly unlabelled?: true;
  /** It is no head of the command: the controllers run the extension, and these are their objects. Absent: the command runs it. */
  readonly controlled?: Controlled;
  /** What the read said of its last write. Absent: it was not read. */
  readonly observed?: Observation;
}

type Foreign = Pick<KubeObject['metadata'], 'labels' | 'annotations' | 'finalizers' | 'ownerReferences'>;

/** Secrets of an extension are named after it; extension names are unique in a state namespace. */
export function headRef(extension: string, namespace: string): ObjectRef {
  return { apiVersion: 'v1', kind: 'Secret', namespace, name: `boxcutter.${extension}` };
}

/** Is this how the Secrets of the state are named: heads, or content of revisions? */
export function isStateName(name: string): boolean {
  return name.startsWith('boxcutter.') || name.startsWith('boxcutter-content.');
}

/** The extension that an object named like a head belongs to. */
export function extensionOfHead(kind: string, name: string): string | undefined {
  return kind === 'Secret' && name.startsWith('boxcutter.') ? name.slice('boxcutter.'.length) : undefined;
}

const ANNOTATION_REVISION = `${GROUP}/revision`;
const ANNOTATION_VERSION = `${GROUP}/bundle-version`;
const ANNOTATION_HOLDER = `${GROUP}/locked-by`;
const ANNOTATION_PAUSED = `${GROUP}/paused`;

export function encodeHead(head: Head, namespace: string, stored?: StoredHead): KubeObject {
  const newest = head.revisions[0];
  const { name } = headRef(head.extension, namespace);
  const content = { schema: SCHEMA, ...head };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: SECRET_TYPE_HEAD,
    metadata: {
      name,
      namespace,
      ...stored?.foreign,
      ...defined({ uid: stored?.uid, resourceVersion: stored?.resourceVersion }),
      labels: { ...stored?.foreign?.labels, [LABEL_STATE]: 'head', [LABEL_OWNER_NAME]: head.extension },
      // For people who look with kubectl; the command reads the data.
      annotations: {
        ...stored?.foreign?.annotations,
        [ANNOTATION_REVISION]: String(newest?.number ?? 0),
        ...defined({ [ANNOTATION_VERSION]: newest?.version }),
        ...defined({ [ANNOTATION_HOLDER]: head.lock?.holder, [ANNOTATION_PAUSED]: head.paused?.since }),
      },
    },
    data: { head: gzipSync(JSON.stringify(content), { level: 9 }).toString('base64') },
  };
}

/** @param serverTime of the API server when it was read, milliseconds since the epoch. @default not known */
export function decodeHead(secret: KubeObject, serverTime?: number): StoredHead {
  const { name = '', namespace = '', uid = '', resourceVersion = '' } = secret.metadata;
  const ref: ObjectRef = { apiVersion: 'v1', kind: 'Secret', namespace, name };
  const { head: data } = (secret['data'] ?? {}) as { head?: string };
  const content = inflate<(Head & { schema: number }) | null>(Buffer.from(data ?? '', 'base64'), ref, HEAD_BOUNDS);
  if (content === null || typeof content !== 'object') throw unreadable(ref);
  if (content.schema !== SCHEMA) {
    throw new BoxcutterError(
      'state-version',
      'server',
      `The state of this extension in Secret ${namespace}/${name} has format `
        + `${String(content.schema)}, but this version knows format ${SCHEMA}.`,
      { hint: 'Use the version of boxcutter that wrote it, or a newer one.' },
    );
  }
  const { schema: _schema, ...head } = content;
  if (!hasHeadShape(head)) throw unreadable(ref);
  // It would speak for another extension of the namespace.
  if (name !== headRef(head.extension, namespace).name) throw unreadable(ref);
  const unlabelled = secret.metadata.labels?.[LABEL_STATE] === 'head' ? {} : { unlabelled: true as const };
  return { head, uid, resourceVersion, ref, ...foreignOf(secret), ...unlabelled, observed: observationOf(secret, serverTime) };
}

function foreignOf({ metadata }: KubeObject): { foreign?: Foreign } {
  const { finalizers = [], ownerReferences = [] } = metadata;
  const labels = without(metadata.labels, [LABEL_STATE, LABEL_OWNER_NAME]);
  const annotations = without(metadata.annotations, [ANNOTATION_REVISION, ANNOTATION_VERSION, ANNOTATION_HOLDER, ANNOTATION_PAUSED]);
  const foreign: Foreign = {
    ...defined({ labels, annotations }),
    ...(finalizers.length === 0 ? {} : { finalizers }),
    ...(ownerReferences.length === 0 ? {} : { ownerReferences }),
  };
  return Object.keys(foreign).length === 0 ? {} : { foreign };
}

function without(values: Readonly<Record<string, string>> = {}, ours: readonly string[]): Readonly<Record<string, string>> | undefined {
  const left = Object.entries(values).filter(([name]) => !ours.includes(name));
  return left.length === 0 ? undefined : Object.fromEntries(left);
}
