/** Controllers that would apply again what is taken over: Flux, Argo CD, OLM. They have to be told to stop first. */
import type { JsonObject, KubeObject, ObjectRef } from '../../api';
import { asObject } from '../../api';
import { isBoxcutterError, BoxcutterError } from '../../errors';
import { shellWord } from '../../shell-word';
import { OLM_GROUP, versionsOf } from './olm-marks';
import { type LiveReader, servedAs } from './read-live';

/** Something that keeps the objects as it has them. */
export interface Keeper {
  readonly ref: ObjectRef;
  /** What stops it, for people: a command. */
  readonly stop: string;
}

/** @returns those that are at work; one that is suspended, or that does not exist any more, is not */
export async function activeKeepers(objects: readonly KubeObject[], reader: LiveReader): Promise<readonly Keeper[]> {
  const named = new Map(objects.flatMap(keepersOf).map((keeper) => [`${keeper.kind} ${keeper.namespace ?? ''} ${keeper.name}`, keeper]));
  const active = await Promise.all([...named.values()].map((keeper) => activeOf(keeper, reader)));
  return active.flat();
}

/** @throws BoxcutterError `manager-active` (collision) */
export function refuseActive(keepers: readonly Keeper[]): void {
  const [first] = keepers;
  if (first === undefined) return;
  const names = keepers.map(({ ref }) => `${ref.kind} ${ref.namespace ?? ''}/${ref.name}`).join(', ');
  throw new BoxcutterError('manager-active', 'collision', `${names} would apply these objects again. Nothing was changed.`, {
    hint: `Stop it first: ${keepers.map(({ stop }) => stop).join('; ')}.`,
    details: { keepers: keepers.map(({ ref }) => ({ ...ref })) },
  });
}

interface Named {
  readonly kind: 'Kustomization' | 'HelmRelease' | 'Application' | 'ClusterServiceVersion';
  readonly apiVersion: string;
  readonly name: string;
  /** Absent: Argo CD does not say it. */
  readonly namespace?: string;
}

const FLUX = [
  ['Kustomization', 'kustomize.toolkit.fluxcd.io', 'v1'],
  ['HelmRelease', 'helm.toolkit.fluxcd.io', 'v2'],
] as const;

/**
 * By the labels of Flux, and what Argo CD tracks objects by: an annotation (`app:group/Kind:namespace/name`), or a label. Its label is by
 * default the one that charts and kubectl users set as well: there, who has written the object decides. OLM has labels and owners.
 */
function keepersOf(object: KubeObject): readonly Named[] {
  const { labels = {}, annotations = {}, managedFields = [] } = object.metadata;
  const flux = FLUX.flatMap(([kind, group, version]): Named[] => {
    const [name, namespace] = [labels[`${group}/name`], labels[`${group}/namespace`]];
    return name === undefined || namespace === undefined ? [] : [{ kind, apiVersion: `${group}/${version}`, name, namespace }];
  });
  const isOfArgo = managedFields.some(({ manager }) => manager?.startsWith('argocd-') === true);
  const tracked = annotations['argocd.argoproj.io/tracking-id']?.split(':')[0] ?? labels['argocd.argoproj.io/instance']
    ?? (isOfArgo ? labels['app.kubernetes.io/instance'] : undefined);
  const argo: Named[] = tracked === undefined || tracked === '' ? [] : [argoOf(tracked)];
  const olm = versionsOf(object).map((version): Named => (
    { kind: 'ClusterServiceVersion', apiVersion: `${OLM_GROUP}/v1alpha1`, ...version }));
  return [...flux, ...argo, ...olm];
}

/** An Application outside of the namespace of Argo CD is named with its own: `team_shop`. */
function argoOf(tracked: string): Named {
  const [namespace, name] = tracked.includes('_') ? tracked.split('_') : [undefined, tracked];
  const application = { kind: 'Application', apiVersion: 'argoproj.io/v1alpha1', name: name ?? tracked } as const;
  return namespace === undefined ? application : { ...application, namespace };
}

async function activeOf(named: Named, reader: LiveReader): Promise<readonly Keeper[]> {
  const kind = await servedAs(named, reader);
  if (kind === undefined) return [];
  const found = await lookFor({ ...named, apiVersion: kind.apiVersion }, reader);
  const active = found.filter((object) => isActive(named.kind, asObject(object['spec']) ?? {}));
  return Promise.all(active.map(async (object): Promise<Keeper> => {
    const { namespace = '', name = '' } = object.metadata;
    const ref = { apiVersion: kind.apiVersion, kind: named.kind, namespace, name };
    return { ref, stop: named.kind === 'ClusterServiceVersion' ? await instead(ref, reader) : stopOf(named.kind, name, namespace) };
  }));
}

/** Deleting the version would have OLM delete roles and webhooks: it is left to the command that takes all of the operator over. */
async function instead({ apiVersion, namespace, name }: ObjectRef & { readonly namespace: string }, reader: LiveReader): Promise<string> {
  const line = (subscription: string): string => `boxcutter adopt olm ${subscription} -n ${shellWord(namespace)}`;
  try {
    const { objects } = await reader.list({ apiVersion, kind: 'Subscription', namespace });
    const its = objects.find((object) => asObject(object['status'])?.['installedCSV'] === name)?.metadata.name;
    return line(its === undefined ? 'SUBSCRIPTION' : shellWord(its));
  } catch (error) {
    if (!isBoxcutterError(error)) throw error;
    return line('SUBSCRIPTION');
  }
}

/** What may not be read may be at work, and the user has to know: that is not hidden. */
async function lookFor({ apiVersion, kind, namespace, name }: Named, reader: LiveReader): Promise<readonly KubeObject[]> {
  if (namespace !== undefined) {
    const answer = await reader.get({ apiVersion, kind, namespace, name });
    return answer.type === 'object' ? [answer.object] : [];
  }
  try {
    const { objects } = await reader.list({ apiVersion, kind });
    return objects.filter(({ metadata }) => metadata.name === name);
  } catch (error) {
    if (!isBoxcutterError(error) || error.code !== 'server-forbidden') throw error;
    return [{ apiVersion, kind, metadata: { name, namespace: 'argocd' }, spec: { syncPolicy: { automated: {} } } }];
  }
}

function isActive(kind: Named['kind'], spec: JsonObject): boolean {
  if (kind === 'ClusterServiceVersion') return true;
  if (kind !== 'Application') return spec['suspend'] !== true;
  const automated = asObject(spec['syncPolicy'])?.['automated'];
  return automated !== undefined && automated !== null && asObject(automated)?.['enabled'] !== false;
}

function stopOf(kind: Named['kind'], name: string, namespace: string): string {
  if (kind === 'Application') return `argocd app set ${shellWord(name)} --sync-policy none`;
  return `flux suspend ${kind === 'Kustomization' ? 'kustomization' : 'helmrelease'} ${shellWord(name)} -n ${shellWord(namespace)}`;
}
