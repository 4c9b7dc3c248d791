/** Pending upgrades as they are on the cluster. Two requests; reads only. */
import {
  API_VERSION, type ClusterExtension, type ClusterExtensionRevision, type Condition, type KubeObject, LABEL_EXTENSION,
  type PendingUpgradeSpec,
} from '../../api';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import type { KubeCluster } from '../../kube';
import { shellWord } from '../../shell-word';

export interface PendingUpgradeInfo {
  /** Name of the ClusterExtensionRevision. */
  readonly name: string;
  readonly uid: string;
  readonly extension: string;
  /** Version that is installed. Absent: none is known. */
  readonly from?: string;
  readonly version: string;
  readonly availableSince: string;
  readonly approved: boolean;
  readonly conditions: readonly Condition[];
  readonly status: NonNullable<ClusterExtensionRevision['status']>;
  readonly object: KubeObject;
}

type Reader = Pick<KubeCluster, 'list'>;

/**
 * By extension.
 * @param selector labels of the pending upgrades, which have those of their extension. @default all
 * @throws BoxcutterError `kind-unserved`, `server-*`
 */
export async function pendingUpgradesOf(cluster: Reader, selector?: string): Promise<readonly PendingUpgradeInfo[]> {
  const labelSelector = [LABEL_EXTENSION, ...(selector === undefined || selector === '' ? [] : [selector])].join(',');
  const [{ objects }, extensions] = await Promise.all([
    cluster.list({ apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', labelSelector }),
    cluster.list({ apiVersion: API_VERSION, kind: 'ClusterExtension' }),
  ]);
  const installed = new Map(extensions.objects.map((object) => (
    [object.metadata.name, (object as unknown as ClusterExtension).status?.install?.bundle.version]
  )));
  const uids = new Map(extensions.objects.map(({ metadata: { name, uid } }) => [name, uid]));
  return objects
    // What no extension controls is none of its upgrades, whatever it says: the controllers look at no other.
    .filter(({ metadata: { ownerReferences = [] } }) => (
      ownerReferences.some(({ controller, name, uid }) => controller === true && uid !== undefined && uids.get(name) === uid)
    ))
    .flatMap((object) => infoOf({ ...object, apiVersion: API_VERSION, kind: 'ClusterExtensionRevision' }, installed))
    .sort((a, b) => (a.extension < b.extension ? -1 : 1));
}

function infoOf(object: KubeObject, installed: ReadonlyMap<string | undefined, string | undefined>): readonly PendingUpgradeInfo[] {
  const { metadata, spec, status = {} } = object as unknown as ClusterExtensionRevision;
  if ('phases' in spec) return [];
  const { clusterExtensionRef, version, availableSince, approved } = spec as PendingUpgradeSpec;
  return [{
    name: metadata.name ?? '', uid: metadata.uid ?? '', extension: clusterExtensionRef.name, version, availableSince,
    approved: approved === true, conditions: status.conditions ?? [], status, object,
    ...defined({ from: installed.get(clusterExtensionRef.name) }),
  }];
}

/**
 * The pending upgrade of this name, or that of the extension of this name.
 * @throws BoxcutterError `upgrade-unknown` (input) with those there are
 */
export function findUpgrades(upgrades: readonly PendingUpgradeInfo[], names: readonly string[]): readonly PendingUpgradeInfo[] {
  return names.map((name) => {
    const found = upgrades.find((one) => one.name === name) ?? upgrades.find(({ extension }) => extension === name);
    if (found !== undefined) return found;
    const there = upgrades.map((one) => one.name);
    throw new BoxcutterError('upgrade-unknown', 'input', `There is no pending upgrade ${name}, and none of an extension ${name}.`, {
      hint: there.length === 0 ? 'No upgrade waits for approval: boxcutter upgrades'
        : `Those there are: ${there.slice(0, 10).map(shellWord).join(', ')}${there.length > 10 ? `, and ${there.length - 10} more` : ''}.`,
      details: { name, there },
    });
  });
}
