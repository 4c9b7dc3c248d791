/** The content of an earlier revision as another revision, with Secrets of its own. Pure. */
import {
  ANNOTATION_APPROVAL, ANNOTATION_FROM_HELM, ANNOTATION_FROM_OBJECT_SETS, type KubeObject, LABEL_REVISION_NAME,
  type RevisionManifest, type RevisionObject, type RevisionPhase, SYSTEM_NAMESPACE,
} from '../../../api';

export interface CopyRequest {
  /** The revision that is brought back, as the API server gives it. */
  readonly from: RevisionManifest;
  readonly number: number;
  readonly previous: readonly { readonly name: string; readonly uid: string }[];
  /** Over those of the revision. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Entries of it that others take the place of; the same entry: it stays. */
  readonly replace?: (entry: RevisionObject, phase: number, index: number) => RevisionObject;
  /** Entries in addition, in a phase before all others. @default none */
  readonly added?: readonly RevisionObject[];
  /** Content Secrets that any of the entries refers to. */
  readonly secrets: readonly KubeObject[];
}

export interface RevisionCopy {
  readonly manifest: RevisionManifest;
  readonly secrets: readonly KubeObject[];
}

export function copyOf({ from, number, previous, annotations, replace, added = [], secrets }: CopyRequest): RevisionCopy {
  const before = from.metadata.name;
  const name = `${before.slice(0, before.length - String(from.spec.revision).length)}${number}`;
  const rename = (secret: string, of: string): string => `${name}-${secret.startsWith(`${of}-`) ? secret.slice(of.length + 1) : secret}`;
  const owners = new Map(secrets.map(({ metadata }) => [
    keyOf(metadata.namespace, metadata.name), metadata.labels?.[LABEL_REVISION_NAME] ?? '',
  ]));
  const used = new Set<string>();
  const moved = (entry: RevisionObject): RevisionObject => {
    if (entry.ref === undefined) return entry;
    const { namespace = SYSTEM_NAMESPACE, name: secret } = entry.ref;
    const key = keyOf(namespace, secret);
    used.add(key);
    return { ...entry, ref: { ...entry.ref, namespace, name: rename(secret, owners.get(key) ?? '') } };
  };
  const { spec, annotations: theirs } = asOurs(from);
  const phases: RevisionPhase[] = spec.phases.map((phase, at) => ({
    ...phase, objects: phase.objects.map((entry, index) => moved(replace?.(entry, at, index) ?? entry)),
  }));
  const { labels } = from.metadata;
  const manifest: RevisionManifest = {
    apiVersion: from.apiVersion,
    kind: 'ClusterExtensionRevision',
    metadata: { name, annotations: { ...theirs, ...annotations }, ...(labels === undefined ? {} : { labels }) },
    spec: {
      ...spec,
      lifecycleState: 'Active',
      revision: number,
      phases: added.length === 0 ? phases : [{ name: phaseName(phases), objects: added.map(moved) }, ...phases],
      previous,
    },
  };
  const copies = secrets.filter(({ metadata }) => used.has(keyOf(metadata.namespace, metadata.name))).map((secret): KubeObject => {
    const { name: old = '', namespace = '', labels: theirs = {} } = secret.metadata;
    return {
      apiVersion: 'v1', kind: 'Secret',
      metadata: { name: rename(old, theirs[LABEL_REVISION_NAME] ?? ''), namespace, labels: { ...theirs, [LABEL_REVISION_NAME]: name } },
      data: secret['data'], immutable: true, type: secret['type'],
    };
  });
  return { manifest, secrets: copies };
}

/**
 * The revision that took over what others had installed may take it from anybody; one that brings it back takes nothing from others. And
 * nobody has approved that it comes back.
 */
function asOurs({ spec, metadata: { annotations = {} } }: RevisionManifest): {
  readonly spec: RevisionManifest['spec']; readonly annotations: Readonly<Record<string, string>>;
} {
  const { [ANNOTATION_FROM_HELM]: helm, [ANNOTATION_FROM_OBJECT_SETS]: sets, [ANNOTATION_APPROVAL]: _approval, ...others } = annotations;
  if (helm === undefined && sets === undefined) return { spec, annotations: others };
  const protectedLike = <T extends { readonly collisionProtection?: unknown }>(one: T): T => (
    one.collisionProtection === undefined ? one : { ...one, collisionProtection: 'Prevent' }
  );
  const phases = spec.phases.map((phase) => ({ ...protectedLike(phase), objects: phase.objects.map(protectedLike) }));
  return { spec: { ...protectedLike(spec), phases }, annotations: others };
}

/** Not that of another phase. */
function phaseName(phases: readonly RevisionPhase[]): string {
  const names = new Set(phases.map(({ name }) => name));
  let name = 'kept-crds';
  for (let number = 2; names.has(name); number += 1) name = `kept-crds-${number}`;
  return name;
}

function keyOf(namespace: string | undefined, name: string | undefined): string {
  return `${namespace}/${name}`;
}
