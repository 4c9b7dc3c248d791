/** An extension that operator-controller of upstream has installed as a ClusterObjectSet, and that our controllers go on with. */
import { API_VERSION, type KubeObject, type ObjectRef } from '../../../lib/api';
import { installObjectSets, OperatorController, setRef } from '../../server/controllers/inherited/operator-controller';
import { OtherClient } from '../../server/support/extension';
import { phasesOf } from '../content';
import type { Session, Site } from '../site';
import { LABEL_SITE, until } from './controller';
import { askFor, installed } from './extension';

/** What the objects are in at first; the revision that takes them over has the next number, and that of the bundle the one after it. */
const NUMBER = 1;

const setOf = (namespace: string): ObjectRef => setRef('ClusterObjectSet', `${namespace}-${NUMBER}`);

async function clear(site: Site): Promise<void> {
  const { objects } = await site.admin.list({ ...setOf(site.namespace), labelSelector: `${LABEL_SITE}=${site.namespace}` });
  for (const { metadata: { name = '' } } of objects) {
    const ref = setRef('ClusterObjectSet', name);
    await site.admin.patch(ref, [{ op: 'add', path: '/metadata/finalizers', value: [] }], 'kubectl');
    await site.remove(ref);
  }
}

/** Operator-controller is stopped; nobody of ours has looked at the extension yet. */
export async function leaveToUs(site: Site): Promise<void> {
  const { admin, namespace } = site;
  const client = new OtherClient(admin);
  await installObjectSets(client);
  await clear(site);
  site.atEnd('takeover', () => clear(site));
  await askFor(site);
  const extension = await client.get({ apiVersion: API_VERSION, kind: 'ClusterExtension', name: namespace });
  const upstream = new OperatorController(client, namespace, extension);
  const objects = phasesOf(1, namespace).flat()
    .map(({ metadata: { labels: _labels, ...metadata }, ...object }): KubeObject => ({ ...object, metadata }));
  const set = await upstream.set({ kind: 'ClusterObjectSet', number: NUMBER, objects, version: '1.0.0', packageName: 'faulty' });
  for (const object of objects) await upstream.write(object, set, NUMBER);
  // A ReplicaSet that comes late would look as if the takeover had made it.
  await site.rolledOut();
}

/** That a stream does not show the set may be the fault that is tried: a read has to say that it is gone. */
export const takenOver = (session: Session): Promise<string> => {
  const set = setOf(session.namespace);
  const isGone = async (): Promise<boolean> => (await session.cluster.get(set)).type === 'gone';
  return installed(1, { newest: NUMBER + 2, count: 2 }, () => until({ ...set, session }, (shown) => !shown.has(set.name), isGone))(session);
};
