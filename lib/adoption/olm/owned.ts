/**
 * What OLM (v0) has installed for a ClusterServiceVersion, by the labels that its documentation and its code give objects: `olm.owner` on
 * what a version needs, `operators.coreos.com/<package>.<namespace>` on everything of an operator. Pure.
 */
import { asObject, groupOf, type JsonObject, type KubeObject } from '../../api';

export const OLM_GROUP = 'operators.coreos.com';

/** Field managers of OLM and of its catalog operator. */
export const OLM_MANAGERS: readonly string[] = ['olm', 'catalog', 'operator-lifecycle-manager'];

/** Label on everything of an operator: names longer than a label are cut as OLM cuts them. */
export function operatorLabel(packageName: string, namespace: string): string {
  return `${OLM_GROUP}/${`${packageName}.${namespace}`.slice(0, 63).replace(/[^A-Za-z0-9]+$/, '')}`;
}

/** Whatever a selector has found: one of both labels is on it, to the letter. */
export function isLabelled({ metadata: { labels = {} } }: KubeObject, csv: string, packageName: string, namespace: string): boolean {
  return labels['olm.owner'] === csv || Object.hasOwn(labels, operatorLabel(packageName, namespace));
}

/** OLM's own kinds say what is to be installed; they are not what is. */
export function isOfOlm({ apiVersion }: KubeObject): boolean {
  return groupOf(apiVersion) === OLM_GROUP;
}

/** The marks by which OLM finds what is its own: left on an object, its clean-up would take the object along. */
const MARKS = /^(?:olm\.|operators\.coreos\.com\/)/;

/** As OLM has said it, without its marks. Those in the template of Pods stay: without them the Pods would be made anew. */
export function withoutMarks(manifest: JsonObject): JsonObject {
  const metadata = asObject(manifest['metadata']) ?? {};
  const unmarked = Object.fromEntries(Object.entries(metadata).map(([key, value]) => {
    if (key !== 'labels' && key !== 'annotations') return [key, value];
    return [key, Object.fromEntries(Object.entries(asObject(value) ?? {}).filter(([name]) => !MARKS.test(name)))];
  })) as JsonObject;
  return { ...manifest, metadata: unmarked };
}

export function marksOf({ metadata: { labels = {} } }: KubeObject): readonly string[] {
  return Object.keys(labels).filter((name) => MARKS.test(name));
}
