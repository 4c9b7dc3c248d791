/**
 * Does the API server refuse an apply with `resourceVersion: "1"` when the object exists? Every kube-apiserver does
 * (docs/requirements.md, the API server), but nothing guarantees it of others. Asked once for each server, by a dry run on an object
 * that surely exists.
 */
import type { ObjectRef } from '../../api';
import { defined } from '../../defined';
import type { Answer, Cluster } from '../ports';

/** Answers, and questions under way, for as long as the process lives. */
const known = new WeakMap<object, Promise<boolean | undefined>>();

/**
 * True as long as nothing speaks against it: a server that cannot be asked (no permission, nothing that surely exists) is taken for one
 * that does.
 *
 * @param witness an object that surely exists; undefined: there is none, only what is known already counts
 */
export async function honoursCreateOnly(cluster: Cluster, witness: ObjectRef | undefined, fieldManager: string): Promise<boolean> {
  if (cluster.create === undefined) return true; // Nothing else could be done.
  const server = cluster.origin ?? cluster;
  let asked = known.get(server);
  if (asked === undefined) {
    if (witness === undefined) return true;
    asked = cluster.apply(createOnlyOf(witness), { fieldManager, force: true, dryRun: true }).then(readAnswer);
    known.set(server, asked);
  }
  try {
    const answer = await asked;
    if (answer === undefined) known.delete(server);
    return answer ?? true;
  } catch (error) {
    known.delete(server);
    throw error;
  }
}

function createOnlyOf({ apiVersion, kind, name, namespace }: ObjectRef): Parameters<Cluster['apply']>[0] {
  return { apiVersion, kind, metadata: { name, ...defined({ namespace }), resourceVersion: '1' } };
}

/** Undefined: it did not say. An object that would be created did not exist after all, which says nothing either. */
function readAnswer(answer: Answer): boolean | undefined {
  if (answer.type === 'object') return answer.created ? undefined : false;
  return answer.type === 'refused' ? true : undefined;
}
