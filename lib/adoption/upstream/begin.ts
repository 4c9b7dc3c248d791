/** An extension that operator-controller runs, as it is going to become one of the command. Nothing is written. */
import {
  API_VERSION, asObject, FINALIZER_EXTENSION, type InstalledBundle, type JsonObject, type KubeObject, SYSTEM_NAMESPACE,
} from '../../api';
import { defined } from '../../defined';
import { docPage } from '../../doc-page';
import { BoxcutterError, isBoxcutterError } from '../../errors';
import type { KubeCluster } from '../../kube';
import type { OperationOptions } from '../../runtime';
import { shellWord } from '../../shell-word';
import { HeadRecord } from '../../state';
import { readOne } from '../take/answers';
import { prepare, type Taking } from '../take/prepare';
import { refuseOtherExtension, wasComplete } from '../take/same-extension';
import { type Holder, operatorControllerAtWork } from './at-work';
import { OBJECT_SET_KINDS, type ObjectSet, objectSetsOf } from './object-set';
import type { NotedBundle } from './noted-bundle';
import { sourceOfSets } from './set-source';

export interface ExtensionTarget {
  /** Name of the ClusterExtension. */
  readonly name: string;
  /** Name of the extension that it becomes. @default that of the ClusterExtension */
  readonly extension?: string;
  /** Of the state of the extension. @default that of the objects of the ClusterExtension */
  readonly stateNamespace?: string;
  /** Of operator-controller. @default olmv1-system */
  readonly systemNamespace?: string;
  /** Field managers that are replaced beside those that are known. @default none */
  readonly managers?: readonly string[];
}

export interface ExtensionAdoption {
  readonly extension: string;
  readonly stateNamespace: string;
  readonly taking: Taking;
  /** Its revisions, newest first. */
  readonly sets: readonly ObjectSet[];
  readonly bundle: NotedBundle;
  /** operator-controller, where it is at work: it would apply the objects again. */
  readonly holder?: Holder;
  /** An earlier adoption is complete: nothing is left to do. */
  readonly isAdopted: boolean;
}

type Place = Pick<OperationOptions, 'cluster' | 'stateKey' | 'trustState' | 'onNote'>;

/** The ClusterExtension, and the namespace of its objects. @throws BoxcutterError `not-found`, `run-by-controllers` (input), `server-*` */
export async function findExtension(name: string, cluster: Pick<KubeCluster, 'get'>): Promise<{ object: KubeObject; namespace: string }> {
  const object = await readOne({ apiVersion: API_VERSION, kind: 'ClusterExtension', name }, cluster);
  if (object === undefined) {
    throw new BoxcutterError('not-found', 'input', `There is no ClusterExtension ${name}.`, {
      hint: 'kubectl get clusterextensions lists them.',
    });
  }
  if (object.metadata.finalizers?.includes(FINALIZER_EXTENSION) === true) {
    const what = `The controllers of boxcutter run ClusterExtension ${name}, and operator-controller does not. Nothing was changed.`;
    throw new BoxcutterError('run-by-controllers', 'input', what, { hint: `boxcutter status ${shellWord(name)} shows it.` });
  }
  const namespace = asObject(object['spec'])?.['namespace'];
  return { object, namespace: typeof namespace === 'string' ? namespace : SYSTEM_NAMESPACE };
}

/**
 * @throws BoxcutterError as `findExtension`, and `extension-exists`, `nothing-to-adopt`, `adoption-invalid`, `content-*` (input),
 *   `object-unreadable`, `server-*`, `state-*` (server)
 */
export async function beginExtension(
  { name, extension = name, stateNamespace: asked, systemNamespace = SYSTEM_NAMESPACE, managers = [] }: ExtensionTarget, given: Place,
): Promise<ExtensionAdoption> {
  const { cluster, onNote } = given;
  const { object, namespace } = await findExtension(name, cluster);
  const place = { ...given, stateNamespace: asked ?? namespace };
  const sets = objectSetsOf(await listed(cluster), object.metadata.uid ?? '');
  const found = await sourceOfSets(sets, { extension, namespace, systemNamespace }, cluster);
  if (found === undefined) {
    throw new BoxcutterError('nothing-to-adopt', 'input', `ClusterExtension ${name} has no active revision of operator-controller.`, {
      hint: `What it has installed by Helm is taken over by the controllers: ${docPage('adoption.md')}`,
    });
  }
  const { source, bundle } = found;
  const record = await HeadRecord.read(extension, place);
  const taking = await prepare({ ...source, managers }, cluster, record.owner.context);
  const uids = new Set(sets.map(({ uid }) => uid));
  const isHeld = taking.seen.some(({ metadata: { ownerReferences = [] } }) => ownerReferences.some(({ uid }) => uids.has(uid)));
  const isAdopted = record.head !== undefined && wasComplete(record.head) && !isHeld;
  if (!isAdopted) refuseOtherExtension(record, taking);
  const revision = { ...taking.revision, ...defined({ bundle: installedBundle(bundle, namespace), config: configOf(object) }) };
  const holder = await operatorControllerAtWork(cluster, defined({ onNote }));
  const { stateNamespace } = place;
  return { extension, stateNamespace, sets, bundle, taking: { ...taking, revision }, isAdopted, ...defined({ holder }) };
}

/** Where only one of the two kinds is served, or may be listed, the other one has none. */
async function listed(cluster: Pick<KubeCluster, 'list'>): Promise<readonly KubeObject[]> {
  const lists = await Promise.all(OBJECT_SET_KINDS.map(async (kind) => {
    try {
      const { objects } = await cluster.list({ apiVersion: API_VERSION, kind });
      return objects.map((object) => ({ ...object, apiVersion: API_VERSION, kind }));
    } catch (error) {
      if (isBoxcutterError(error) && error.code === 'kind-unserved') return [];
      throw error;
    }
  }));
  return lists.flat();
}

function installedBundle({ name, version, release, reference }: NotedBundle, namespace: string): InstalledBundle | undefined {
  return name === undefined ? undefined : { name, namespace, properties: [], ...defined({ version, release, reference }) };
}

/** What the user configured: `boxcutter apply BUNDLE --reuse-config` uses it. */
function configOf(extension: KubeObject): JsonObject | undefined {
  return asObject(asObject(asObject(extension['spec'])?.['config'])?.['inline']);
}
