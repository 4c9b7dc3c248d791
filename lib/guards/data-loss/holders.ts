/**
 * Namespaces and definitions that the garbage collector takes along, with all that is in them: an operator makes them for a custom resource
 * without a namespace, and names that as their owner (tenants with their namespaces, templates with the kinds that are made of them).
 */
import { DEFINITION_API_VERSION, refOf, type KubeObject, type ObjectRef } from '../../api';
import { reasonOf } from './error';
import { mayOwnHolders } from './kinds';
import { listKind } from './list-kind';
import { OwnerChain } from './owner-chain';
import type { Departure, GuardCluster } from './types';

/** What is taken along by an object that goes. */
export interface TakenHolder {
  /** Key of that object. */
  readonly root: string;
  readonly ref: ObjectRef;
  readonly live: KubeObject;
}

const HOLDERS = [
  { apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces' },
  { apiVersion: DEFINITION_API_VERSION, kind: 'CustomResourceDefinition', resource: 'customresourcedefinitions' },
];

/**
 * Those that are to be deleted themselves are not among them. Two requests where a custom resource without a namespace goes, otherwise
 * none; and one for each owner, and for each that goes.
 * @throws when they, or owners of one, could not be read
 */
export async function holdersThatGo(cluster: GuardCluster, departure: Departure): Promise<readonly TakenHolder[]> {
  if (!departure.removals.some(({ ref }) => mayOwnHolders(ref))) return [];
  const chain = new OwnerChain(cluster, departure, true);
  const listed = await Promise.all(HOLDERS.map((scope) => listKind(cluster, scope)));
  const taken: TakenHolder[] = [];
  for (const holder of listed.flat()) {
    const { ownerReferences = [], deletionTimestamp } = holder.metadata;
    if (ownerReferences.length === 0 || deletionTimestamp !== undefined || departure.goes(holder)) continue;
    const root = await chain.rootOf(holder);
    if (root !== undefined) taken.push(...(await whole(cluster, refOf(holder))).map((live) => ({ root, ref: refOf(holder), live })));
  }
  return taken;
}

/** A list says nothing of what a definition defines. */
async function whole(cluster: GuardCluster, ref: ObjectRef): Promise<readonly KubeObject[]> {
  const answer = await cluster.get(ref);
  if (answer.type === 'refused' || answer.type === 'lost') throw new Error(reasonOf(answer));
  return answer.type === 'object' ? [{ ...answer.object, apiVersion: ref.apiVersion, kind: ref.kind }] : [];
}
