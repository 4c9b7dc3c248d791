/** An operator as OLM (v0) has installed it, which is taken over. OLM is not there: nothing cleans up when its version goes. */
import { adoptOlm, beginOlm } from '../../../lib/adoption';
import type { KubeObject, ObjectRef } from '../../../lib/api';
import { defineOlm, knownToCollector, Olm } from '../../server/adoption/olm-operator';
import { OtherClient } from '../../server/support/extension';
import { phasesOf } from '../content';
import { EXTENSION, type Session, type Site } from '../site';

const olmOf = (site: Pick<Site, 'admin' | 'namespace'>): Olm => (
  new Olm(site.admin, { namespace: site.namespace, name: EXTENSION, csv: `${EXTENSION}.v1.0.0` }));

const V1 = 'operators.coreos.com/v1alpha1';

/** What is not of the kinds that the history has: the role is found by its labels, and loses them. */
export const olmObjects = (namespace: string): readonly ObjectRef[] => [
  { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', name: `${namespace}-reader` },
  { apiVersion: V1, kind: 'Subscription', namespace, name: EXTENSION },
  { apiVersion: V1, kind: 'ClusterServiceVersion', namespace, name: `${EXTENSION}.v1.0.0` },
];

export async function installWithOlm(site: Site): Promise<void> {
  const { admin, namespace } = site;
  const olm = olmOf(site);
  await defineOlm(admin);
  for (const ref of olmObjects(namespace)) site.removeLater(ref);
  const client = new OtherClient(admin);
  await client.until(olm.versionRef, (version) => version === undefined);
  await knownToCollector(client, namespace);
  await olm.subscribe({ finalizer: false });
  const objects = phasesOf(1, namespace).flat()
    .map(({ metadata: { labels: _labels, ...metadata }, ...object }): KubeObject => ({ ...object, metadata }));
  for (const object of objects) await olm.install(object, object.kind === 'Deployment' ? 'olm' : 'catalog');
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }];
  await olm.install({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: `${namespace}-reader` }, rules }, 'catalog');
  // A ReplicaSet that comes late would look as if the adoption had made it.
  await site.rolledOut();
}

/** By the Subscription alone: when that is gone, the record has to be found. */
export async function adoptOperator({ cluster, namespace, signal, breakLock = false }: Session): Promise<string> {
  const place = { cluster, stateNamespace: namespace };
  const adoption = await beginOlm({ subscription: EXTENSION, namespace }, place);
  if ('isAdopted' in adoption) return 'complete';
  const { status, unrecorded } = await adoptOlm(adoption, { ...place, signal, breakLock });
  return unrecorded === undefined ? status : `${status}, not on record`;
}
