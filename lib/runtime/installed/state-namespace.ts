/** Where the state of an extension is, when the caller has named no namespace. Writes nothing. */
import { LABEL_OWNER_NAME } from '../../api';
import { LABEL_STATE, namedOfControllers, readHead } from '../../state';
import type { OperationOptions } from '../options';

/**
 * The namespace that is looked in first, or else the only one of the cluster that has an extension of this name. Where it is in none, in
 * several, or where this account may not list them, it is the first one: what is done next says what is wrong. A request, or two.
 * @throws BoxcutterError `state-*` (server)
 */
export async function findStateNamespace(
  extension: string, { cluster, stateNamespace }: Pick<OperationOptions, 'cluster' | 'stateNamespace'>,
): Promise<string> {
  if (namedOfControllers(extension) !== undefined) return stateNamespace;
  if ((await readHead(cluster, extension, stateNamespace)) !== undefined) return stateNamespace;
  const heads = { apiVersion: 'v1', kind: 'Secret', labelSelector: `${LABEL_STATE}=head,${LABEL_OWNER_NAME}=${extension}` };
  try {
    const { objects } = await cluster.list(heads, { metadataOnly: true });
    const [only, ...more] = objects;
    return more.length > 0 ? stateNamespace : only?.metadata.namespace ?? stateNamespace;
  } catch {
    return stateNamespace;
  }
}
