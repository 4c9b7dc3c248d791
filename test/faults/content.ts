/**
 * What the scenarios install: five objects in three phases, and a second version that changes, keeps, adds and drops some of them.
 */
import { ANNOTATION_IGNORE, LABEL_OWNER_NAME, type CollisionProtection, type KubeObject, type ProgressionProbe, type ResolvedRevision } from '../../lib/api';
import { canonicalJson, shortHash } from '../../lib/engine';
import { EXTENSION } from './site';

const probes: readonly ProgressionProbe[] = [{
  selector: { type: 'GroupKind', groupKind: { group: 'apps', kind: 'Deployment' } },
  assertions: [{ type: 'ConditionEqual', conditionEqual: { type: 'Available', status: 'True' } }],
}];

type Phases = readonly (readonly KubeObject[])[];

/** `Kind/name` of the objects of each phase, in order. */
export const PHASES: Readonly<Record<1 | 2, readonly (readonly string[])[]>> = {
  1: [['ServiceAccount/app', 'ConfigMap/settings'], ['Deployment/app', 'Service/app'], ['ConfigMap/late']],
  2: [['ServiceAccount/app', 'ConfigMap/settings'], ['Deployment/app', 'Service/app'], ['ConfigMap/added']],
};

/** The Deployment wants no Pods; that its controller calls it available takes some time all the same, and the last phase waits for it. */
export function phasesOf(version: 1 | 2, namespace: string): Phases {
  const object = (kind: string, name: string, content: object, apiVersion = 'v1'): KubeObject => ({
    apiVersion, kind, metadata: { name, namespace, labels: { [LABEL_OWNER_NAME]: EXTENSION } }, ...content,
  });
  const labels = { app: 'app' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'app', image: `example.com/app:${version}` }] } };
  return [
    [object('ServiceAccount', 'app', {}), object('ConfigMap', 'settings', { data: { version: String(version) } })],
    [
      object('Deployment', 'app', { spec: { replicas: 0, selector: { matchLabels: labels }, template } }, 'apps/v1'),
      object('Service', 'app', { spec: { selector: labels, ports: [{ port: 80 + version }] } }),
    ],
    [object('ConfigMap', version === 1 ? 'late' : 'added', { data: { constant: 'yes' } })],
  ];
}

export function revisionOf(version: 1 | 2, namespace: string, protection: CollisionProtection = 'Prevent'): ResolvedRevision {
  const phases = phasesOf(version, namespace).map((objects, index) => ({
    name: `phase-${index + 1}`, objects: objects.map((object) => ({ object, collisionProtection: protection })),
  }));
  return { extension: EXTENSION, number: 1, phases, probes, digest: `sha256:${shortHash(canonicalJson(phases))}` };
}

/** What another client sets, and what it leaves there. */
export const THEIRS = { limit: 'theirs', revisionHistoryLimit: 3 } as const;

/** The same with fields that belong to another client: one of a map, one that the server fills in where nobody does. */
export function sharedRevisionOf(version: 1 | 2, namespace: string): ResolvedRevision {
  const revision = revisionOf(version, namespace);
  const shared: Readonly<Record<string, readonly [path: string, content: (object: KubeObject) => object]>> = {
    'ConfigMap/settings': ['/data/limit', ({ data }) => ({ data: { ...(data as object), limit: `ours ${version}` } })],
    'Deployment/app': ['/spec/revisionHistoryLimit', ({ spec }) => ({ spec: { ...(spec as object), revisionHistoryLimit: 4 + version } })],
  };
  const sharing = (object: KubeObject): KubeObject => {
    const [path, content] = shared[`${object.kind}/${String(object.metadata.name)}`] ?? [];
    if (path === undefined || content === undefined) return object;
    const annotations = { ...object.metadata.annotations, [ANNOTATION_IGNORE]: path };
    return { ...object, ...content(object), metadata: { ...object.metadata, annotations } };
  };
  const phases = revision.phases.map((phase) => ({
    ...phase, objects: phase.objects.map((entry) => ({ ...entry, object: sharing(entry.object) })),
  }));
  return { ...revision, phases, digest: `sha256:${shortHash(canonicalJson(phases))}` };
}

/** The same with settings that cannot be changed in place, and may be replaced. */
export function frozenRevisionOf(version: 1 | 2, namespace: string): ResolvedRevision {
  const revision = revisionOf(version, namespace);
  const phases = revision.phases.map((phase) => ({
    ...phase,
    objects: phase.objects.map((entry) => (entry.object.metadata.name === 'settings'
      ? { ...entry, object: { ...entry.object, immutable: true }, replacementPolicy: 'Recreate' as const }
      : entry)),
  }));
  return { ...revision, phases, digest: `sha256:${shortHash(canonicalJson(phases))}` };
}
