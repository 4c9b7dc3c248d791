/** Objects that carry labels, of all kinds that are served: those that somebody applies, and not what their controllers make of them. */
import { groupOf, type KubeObject } from '../../api';
import type { ServedKind } from '../../engine';
import { isBoxcutterError } from '../../errors';
import type { LiveReader } from '../take/read-live';

/** Kinds that controllers make, in everybody's name, and kinds of the server itself. */
const NOBODYS: ReadonlySet<string> = new Set([
  '/Event', 'events.k8s.io/Event', '/Endpoints', 'discovery.k8s.io/EndpointSlice', 'coordination.k8s.io/Lease', '/Node', '/ComponentStatus',
  'apps/ControllerRevision', '/Binding', 'metrics.k8s.io/PodMetrics', 'metrics.k8s.io/NodeMetrics',
  'operators.coreos.com/ClusterServiceVersion', 'operators.coreos.com/InstallPlan', 'operators.coreos.com/OperatorCondition',
  'operators.coreos.com/Operator',
]);

/**
 * @param selector label selector, like `app=shop`
 * @param namespace of namespaced objects; cluster-scoped ones are looked for, too
 * @param onNote called with kinds that may not be listed
 */
export async function selected(
  selector: string, namespace: string, reader: LiveReader, onNote?: (note: string) => void,
): Promise<readonly KubeObject[]> {
  const kinds = preferred((await reader.kinds()).filter(({ verbs }) => verbs.includes('list') && verbs.includes('patch')));
  const refused: string[] = [];
  const lists = await Promise.all(kinds.map(async ({ apiVersion, kind, namespaced }) => {
    try {
      const { objects } = await reader.list({ apiVersion, kind, labelSelector: selector, ...(namespaced ? { namespace } : {}) });
      return objects.map((object) => ({ ...object, apiVersion, kind }));
    } catch (error) {
      if (!isBoxcutterError(error) || (error.code !== 'server-forbidden' && error.code !== 'kind-unserved')) throw error;
      if (error.code === 'server-forbidden') refused.push(kind);
      return [];
    }
  }));
  if (refused.length > 0) onNote?.(`Not looked at, because this account may not list them: ${[...new Set(refused)].sort().join(', ')}.`);
  return lists.flat().filter(({ metadata: { ownerReferences = [] } }) => !ownerReferences.some(({ controller }) => controller === true));
}

/** Of each kind one version: the first that discovery names. */
function preferred(kinds: readonly ServedKind[]): readonly ServedKind[] {
  const found = new Map<string, ServedKind>();
  for (const kind of kinds) {
    const id = `${groupOf(kind.apiVersion)}/${kind.kind}`;
    if (!NOBODYS.has(id) && !found.has(id)) found.set(id, kind);
  }
  return [...found.values()];
}
