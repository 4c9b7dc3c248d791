/** What a CustomResourceDefinition that is being deleted waits for: the server says only that it does. */
import { asObject, isJsonObject, type KubeObject } from '../../api';
import type { Lister } from './pods';

/** The server's own: it goes when the last custom resource has gone. */
export const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';

/** Custom resources that are named. */
const NAMED = 10;

/** A line for each; none where nothing is left, or where they may not be listed. */
export async function resourcesLeft(cluster: Lister, definition: KubeObject): Promise<readonly string[]> {
  const { deletionTimestamp, finalizers = [] } = definition.metadata;
  const spec = asObject(definition['spec']);
  const kind = asObject(spec?.['names'])?.['kind'];
  const versions = Array.isArray(spec?.['versions']) ? spec['versions'].filter(isJsonObject) : [];
  const version = versions.find(({ served }) => served === true)?.['name'];
  const isWaiting = definition.kind === 'CustomResourceDefinition' && deletionTimestamp !== undefined && finalizers.includes(CLEANUP);
  if (!isWaiting || typeof kind !== 'string' || typeof version !== 'string') return [];
  try {
    const { objects } = await cluster.list({ apiVersion: `${String(spec?.['group'])}/${version}`, kind });
    const more = objects.length > NAMED ? [`and ${objects.length - NAMED} more`] : [];
    return [...objects.slice(0, NAMED).map((object) => lineOf(kind, object)), ...more];
  } catch {
    // That it waits is said in any case.
    return [];
  }
}

function lineOf(kind: string, { metadata }: KubeObject): string {
  const { namespace, name = '', finalizers = [] } = metadata;
  const place = namespace === undefined ? name : `${namespace}/${name}`;
  return `${kind} ${place} ${finalizers.length === 0 ? 'is still there' : `is held by finalizers: ${finalizers.join(', ')}`}`;
}
