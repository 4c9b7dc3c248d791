/**
 * The marks of a release that is put aside: its label `owner`, by which Helm finds it, stands in an annotation, and a label says which
 * extension has its objects. Taken back, it is as it was.
 */
import { GROUP, type KubeObject } from '../../api';
import { defined } from '../../defined';
import type { JsonPatchOperation } from '../../engine';
import { formatPointer } from '../../issue';

/** Label with the name of the extension that has the objects of the release. */
export const FENCE_LABEL = `${GROUP}/adopted-by`;
/** What the label `owner` said. */
const OWNER_BEFORE = `${GROUP}/helm-owner`;
/** When it was put aside, RFC 3339. */
const FENCED_AT = `${GROUP}/adopted-at`;
/** Number of the version that was taken over. */
const ADOPTED_VERSION = `${GROUP}/adopted-version`;
/** Namespace of the state of the extension. */
const STATE_IN = `${GROUP}/state-namespace`;

export interface Fence {
  readonly extension: string;
  /** Of the state of the extension. Absent: it is a ClusterExtension, which the controllers look after. */
  readonly stateNamespace?: string;
  /** Of the release: the one that was taken over. Absent: an earlier adoption did not put it down. */
  readonly version?: number;
  /** Absent: what it says is no time. */
  readonly at?: Date;
}

export function ownerBeforeFence({ metadata: { annotations, labels } }: KubeObject): string | undefined {
  return labels?.[FENCE_LABEL] === undefined ? undefined : annotations?.[OWNER_BEFORE];
}

export function fenceOf({ metadata: { annotations = {}, labels = {} } }: KubeObject): Fence | undefined {
  const extension = labels[FENCE_LABEL];
  if (extension === undefined) return undefined;
  const at = new Date(annotations[FENCED_AT] ?? '');
  const version = Number(annotations[ADOPTED_VERSION]);
  return { extension, ...defined({
    stateNamespace: annotations[STATE_IN], at: Number.isNaN(at.getTime()) ? undefined : at, version: version > 0 ? version : undefined,
  }) };
}

/** Puts it aside, in exactly the state in which it was read. Empty: it is aside already. */
export function fencePatch({ metadata }: KubeObject, fence: Fence): readonly JsonPatchOperation[] {
  const { extension, stateNamespace, version, at = new Date() } = fence;
  const { labels = {}, annotations } = metadata;
  const { owner } = labels;
  if (owner === undefined || labels[FENCE_LABEL] !== undefined) return [];
  const said = {
    [OWNER_BEFORE]: owner, [FENCED_AT]: at.toISOString(), ...(stateNamespace === undefined ? {} : { [STATE_IN]: stateNamespace }),
    ...(version === undefined ? {} : { [ADOPTED_VERSION]: String(version) }),
  };
  return [
    ...onlyOf(metadata),
    { op: 'remove', path: '/metadata/labels/owner' },
    { op: 'add', path: formatPointer(['metadata', 'labels', FENCE_LABEL]), value: extension },
    ...(annotations === undefined ? [{ op: 'add' as const, path: '/metadata/annotations', value: {} }] : []),
    ...Object.entries(said).map(([name, value]) => ({ op: 'add' as const, path: formatPointer(['metadata', 'annotations', name]), value })),
  ];
}

/** Gives it back to Helm. Empty: Helm has it. */
export function unfencePatch(object: KubeObject): readonly JsonPatchOperation[] {
  const { metadata } = object;
  const owner = ownerBeforeFence(object);
  if (owner === undefined) return [];
  const ours = [OWNER_BEFORE, FENCED_AT, STATE_IN, ADOPTED_VERSION].filter((name) => metadata.annotations?.[name] !== undefined);
  return [
    ...onlyOf(metadata),
    { op: 'add', path: '/metadata/labels/owner', value: owner },
    { op: 'remove', path: formatPointer(['metadata', 'labels', FENCE_LABEL]) },
    ...ours.map((name) => ({ op: 'remove' as const, path: formatPointer(['metadata', 'annotations', name]) })),
  ];
}

/** Nothing else than what was read. */
export function onlyOf({ uid, resourceVersion }: KubeObject['metadata']): readonly JsonPatchOperation[] {
  return [
    { op: 'test', path: '/metadata/uid', value: uid },
    { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
  ];
}
