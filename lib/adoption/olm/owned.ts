/**
 * What OLM (v0) has installed for a ClusterServiceVersion, by the labels that its documentation and its code give objects: `olm.owner` on
 * what a version needs, `operators.coreos.com/<package>.<namespace>` on everything of an operator. Pure.
 */
import { groupOf, type KubeObject } from '../../api';
import { OLM_GROUP } from '../take/olm-marks';

/** Field managers of OLM and of its catalog operator. */
export const OLM_MANAGERS: readonly string[] = ['olm', 'catalog', 'operator-lifecycle-manager'];

/** Of the name of a label behind its prefix. */
const LABEL_LENGTH = 63;

/** Label on everything of an operator: names longer than a label are cut as OLM cuts them. */
export function operatorLabel(packageName: string, namespace: string): string {
  return `${OLM_GROUP}/${`${packageName}.${namespace}`.slice(0, LABEL_LENGTH).replace(/[^A-Za-z0-9]+$/, '')}`;
}

/**
 * Whatever a selector has found: one of both labels is on it, to the letter, and none that says that it belongs to something else. Another
 * namespace may have a version of the same name.
 */
export function isLabelled({ metadata: { labels = {} } }: KubeObject, csv: string, packageName: string, namespace: string): boolean {
  const { 'olm.owner': owner, 'olm.owner.namespace': where = namespace } = labels;
  if (where !== namespace) return false;
  if (owner !== undefined) return owner === csv;
  // One that was cut may be that of another operator.
  return `${packageName}.${namespace}`.length <= LABEL_LENGTH && Object.hasOwn(labels, operatorLabel(packageName, namespace));
}

/** OLM's own kinds say what is to be installed; they are not what is. */
export function isOfOlm({ apiVersion }: KubeObject): boolean {
  return groupOf(apiVersion) === OLM_GROUP;
}
