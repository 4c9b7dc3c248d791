/** The marks by which OLM (v0) finds what is its own: left on an object, its clean-up would take the object along. Pure. */
import { asObject, type JsonObject, type KubeObject } from '../../api';

export const OLM_GROUP = 'operators.coreos.com';

/**
 * `olm.owner` and others of OLM (v0) itself, those of the operator, and the note on definitions which version has brought them. A domain
 * that begins with `olm.` is somebody's own.
 */
const MARKS = new RegExp([
  'olm\\.[^/]+$', 'olm\\.(?:operatorgroup\\.uid|opgroup\\.permissions)/', 'operators\\.coreos\\.com/',
  'operatorframework\\.io/installed-alongside-',
].map((name) => `^${name}`).join('|'));

/** Of a label or an annotation. */
export function isOlmMark(name: string): boolean {
  return MARKS.test(name);
}

/** As OLM has said it, without its marks. Those in the template of Pods stay: without them the Pods would be made anew. */
export function withoutMarks(manifest: JsonObject): JsonObject {
  const metadata = asObject(manifest['metadata']) ?? {};
  const unmarked = Object.fromEntries(Object.entries(metadata).map(([key, value]) => {
    if (key !== 'labels' && key !== 'annotations') return [key, value];
    return [key, Object.fromEntries(Object.entries(asObject(value) ?? {}).filter(([name]) => !isOlmMark(name)))];
  })) as JsonObject;
  return { ...manifest, metadata: unmarked };
}

export function marksOf({ metadata: { labels = {} } }: KubeObject): readonly string[] {
  return Object.keys(labels).filter(isOlmMark);
}

/** The ClusterServiceVersion that an object says it belongs to: by its labels, or as one of its owners. */
export function versionsOf({ metadata: { labels = {}, namespace: own, ownerReferences = [] } }: KubeObject): readonly {
  readonly name: string; readonly namespace: string;
}[] {
  const { 'olm.owner': name, 'olm.owner.namespace': namespace = own, 'olm.owner.kind': kind = VERSION } = labels;
  const byLabel = name === undefined || namespace === undefined || kind !== VERSION ? [] : [{ name, namespace }];
  const byOwner = own === undefined ? [] : ownerReferences
    .filter((owner) => owner.kind === VERSION && owner.apiVersion.startsWith(`${OLM_GROUP}/`))
    .map((owner) => ({ name: owner.name, namespace: own }));
  return [...byLabel, ...byOwner];
}

const VERSION = 'ClusterServiceVersion';
