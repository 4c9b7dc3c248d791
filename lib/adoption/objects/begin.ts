/** Objects of kubectl, Flux, Argo CD or kapp as they are going to be taken over: named by files, or by their labels. Nothing is written. */
import { displayName, type JsonObject, type KubeObject, refOf } from '../../api';
import type { SourceObject } from '../../revision';
import type { OperationOptions } from '../../runtime';
import { HeadRecord } from '../../state';
import { activeKeepers, type Keeper } from '../take/keepers';
import { applierOf, holdersOf, replaced } from '../take/managers';
import { withoutMarks } from '../take/olm-marks';
import { prepare, type Taking } from '../take/prepare';
import { refuseOtherExtension } from '../take/same-extension';
import { saidOf } from './said-of';
import { selected } from './select';

export interface ObjectsTarget {
  /** Name of the extension. */
  readonly extension: string;
  /** Of namespaced objects that name none, and of those that are selected. */
  readonly namespace: string;
  /** Objects as their files say; or the labels of the objects. */
  readonly from: { readonly objects: readonly SourceObject[] } | { readonly selector: string };
  /** Field managers that are replaced beside those that are known. @default none */
  readonly managers?: readonly string[];
}

export interface ObjectsAdoption {
  readonly extension: string;
  readonly taking: Taking;
  /** What would apply the objects again. */
  readonly keepers: readonly Keeper[];
}

type Place = Pick<OperationOptions, 'cluster' | 'stateNamespace' | 'stateKey' | 'trustState' | 'onNote'>;

/**
 * @throws BoxcutterError `extension-exists`, `nothing-to-adopt`, `adoption-invalid` (input), `object-unreadable`, `server-*`, `state-*`
 *   (server)
 */
export async function beginObjects({ extension, namespace, from, managers = [] }: ObjectsTarget, place: Place): Promise<ObjectsAdoption> {
  const { cluster } = place;
  const record = await HeadRecord.read(extension, place);
  const objects = 'selector' in from ? await sourcesOf(from.selector, namespace, managers, place) : from.objects;
  const source = { extension, namespace, objects, former: {}, managers };
  const taking = await prepare(source, cluster, record.owner.context);
  refuseOtherExtension(record, taking);
  return { extension, taking, keepers: await activeKeepers(taking.seen, cluster) };
}

/** As their tools have said them. */
async function sourcesOf(
  selector: string, namespace: string, managers: readonly string[], { cluster, onNote }: Place,
): Promise<readonly SourceObject[]> {
  const found = await selected(selector, namespace, cluster, onNote);
  return found.flatMap((object): SourceObject[] => {
    const manifest = saidOf(object, replaced(holdersOf([object]), managers));
    if (manifest === undefined) {
      const { kind, name } = refOf(object);
      onNote?.(`${kind} ${name} is left alone: no tool that applies objects has written it (${applierOf(object)}).`);
      return [];
    }
    return [{ manifest: withoutMarks(placed(manifest, object)), origin: { source: displayName(refOf(object)) } }];
  });
}

function placed(manifest: JsonObject, { apiVersion, kind, metadata: { name = '', namespace } }: KubeObject): JsonObject {
  const metadata = manifest['metadata'] as JsonObject;
  return { ...manifest, apiVersion, kind, metadata: { ...metadata, name, ...(namespace === undefined ? {} : { namespace }) } };
}
