/** Reading the extensions that the controllers run. Where their kinds are not served, nothing is asked. */
import { API_VERSION, type KubeObject, LABEL_EXTENSION, LABEL_OWNER_NAME } from '../../api';
import { defined } from '../../defined';
import { isBoxcutterError } from '../../errors';
import type { KubeCluster } from '../../kube';
import { controlledHeads, type ControlledHead } from './extension';

type Reader = Pick<KubeCluster, 'kinds' | 'list'>;

const KIND = 'clusterextension/';
const EXTENSION = { apiVersion: API_VERSION, kind: 'ClusterExtension' } as const;
const REVISION = { apiVersion: API_VERSION, kind: 'ClusterExtensionRevision' } as const;
/** A longer name is not in the label as it is. */
const LABEL_LENGTH = 63;

/** `clusterextension/shop`: the extension of the controllers, whatever the command has. @returns its name; undefined: it is a plain name */
export function namedOfControllers(argument: string): string | undefined {
  return argument.toLowerCase().startsWith(KIND) ? argument.slice(KIND.length) : undefined;
}

/**
 * Every extension that the controllers run, by name. None where their kinds are not served, which costs nothing, and where they may not be
 * listed, which costs one request; else two requests.
 * @throws BoxcutterError `server-*`
 */
export async function controlledExtensions(cluster: Reader): Promise<readonly ControlledHead[]> {
  if (!(await areServed(cluster))) return [];
  const extensions = await readable(cluster, EXTENSION);
  if (extensions === undefined) return [];
  return controlledHeads(extensions, await readable(cluster, REVISION) ?? []);
}

/**
 * The one of this name; a ClusterExtension goes before revisions that were made by hand. Three requests, or four; one for those who may not
 * list extensions.
 * @throws BoxcutterError `server-*`
 */
export async function controlledExtension(cluster: Reader, name: string): Promise<ControlledHead | undefined> {
  if (!(await areServed(cluster))) return undefined;
  const extensions = await readable(cluster, { ...EXTENSION, name });
  if (extensions === undefined) return undefined;
  const labels = name.length > LABEL_LENGTH ? [] : [LABEL_OWNER_NAME, LABEL_EXTENSION];
  const lists = await Promise.all(labels.map((label) => readable(cluster, REVISION, `${label}=${name}`)));
  const labelled = lists.flatMap((list) => list ?? []);
  const called = (objects: readonly KubeObject[]): ControlledHead | undefined => {
    const found = controlledHeads(extensions.filter(({ metadata }) => metadata.name === name), objects)
      .filter(({ head }) => head.extension === name);
    // Of families that have only their name in common, the one that was made last.
    return found.find(({ controlled }) => controlled.cluster !== undefined) ?? found.sort(lastMade)[0];
  };
  const found = called(labelled);
  if (found !== undefined && found.head.revisions.length > 0) return found;
  // Without a label, a revision is of the extension that its own name says.
  return called(await readable(cluster, REVISION) ?? []);
}

function lastMade(a: ControlledHead, b: ControlledHead): number {
  return Date.parse(b.head.revisions[0]?.at ?? '') - Date.parse(a.head.revisions[0]?.at ?? '');
}

async function areServed(cluster: Reader): Promise<boolean> {
  // What keeps discovery from answering is said by the request for the state of the command.
  const kinds = await cluster.kinds().catch(() => []);
  return kinds.some(({ apiVersion, kind }) => apiVersion === API_VERSION && kind === REVISION.kind);
}

/** Undefined: they may not be listed, or are not served any more. */
async function readable(
  cluster: Reader, scope: (typeof EXTENSION | typeof REVISION) & { readonly name?: string }, labelSelector?: string,
): Promise<readonly KubeObject[] | undefined> {
  try {
    const { apiVersion, kind } = scope;
    const { objects } = await cluster.list({ ...scope, ...defined({ labelSelector }) });
    // Items of a list need not name their kind.
    return objects.map((object) => ({ ...object, apiVersion, kind }));
  } catch (error) {
    if (isBoxcutterError(error) && (error.code === 'server-forbidden' || error.code === 'kind-unserved')) return undefined;
    throw error;
  }
}
