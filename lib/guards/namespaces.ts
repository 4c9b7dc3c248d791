/**
 * Namespaces that a revision needs and does not bring: where its objects go, where its state is kept, and which its operators are
 * configured to watch. One that does not exist is one error, before the first write, and not one for each object. Reads only.
 */
import { asObject, displayName, refOf, type KubeObject, type ObjectRef } from '../api';
import type { Answer } from '../engine';
import { BoxcutterError } from '../errors';

/** What is asked of a cluster (`KubeCluster` has it). */
export interface NamespaceReader {
  get(ref: ObjectRef): Promise<Answer>;
}

/** A namespace, and what it is needed for. */
export interface NeededNamespace {
  readonly name: string;
  /** Objects that go there. */
  readonly objects: readonly ObjectRef[];
  /** Workloads that are configured to watch it (`olm.targetNamespaces` on their Pods). */
  readonly watchedBy: readonly ObjectRef[];
  /** The state of the extension is kept there. */
  readonly holdsState: boolean;
}

/** Annotation of Pods by which OLM tells operators which namespaces to watch: names with commas between them; empty means all. */
const TARGETS = 'olm.targetNamespaces';

/** @param stateNamespace where the state is to be kept; absent: not asked about */
export function neededNamespaces(objects: readonly KubeObject[], stateNamespace?: string): readonly NeededNamespace[] {
  const brought = new Set(
    objects.filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Namespace').map(({ metadata }) => metadata.name),
  );
  const needed = new Map<string, { objects: ObjectRef[]; watchedBy: ObjectRef[]; holdsState: boolean }>();
  const at = (name: string) => {
    const known = needed.get(name) ?? { objects: [], watchedBy: [], holdsState: false };
    if (!brought.has(name)) needed.set(name, known);
    return known;
  };
  for (const object of objects) {
    const ref = refOf(object);
    if (ref.namespace !== undefined && ref.namespace !== '') at(ref.namespace).objects.push(ref);
    for (const name of targetsOf(object)) at(name).watchedBy.push(ref);
  }
  if (stateNamespace !== undefined) at(stateNamespace).holdsState = true;
  return [...needed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, needs]) => ({ name, ...needs }));
}

function targetsOf(object: KubeObject): readonly string[] {
  const template = asObject(asObject(object['spec'])?.['template']);
  const targets = asObject(asObject(template?.['metadata'])?.['annotations'])?.[TARGETS];
  return typeof targets === 'string' ? targets.split(',').map((name) => name.trim()).filter((name) => name !== '') : [];
}

export interface UnfitNamespaces {
  readonly missing: readonly NeededNamespace[];
  /** They are being deleted. */
  readonly terminating: readonly NeededNamespace[];
}

/** One read each. One that may not be read, or about which no answer comes, is taken to be there. */
export async function unfitNamespaces(needed: readonly NeededNamespace[], reader: NamespaceReader): Promise<UnfitNamespaces> {
  const asked = await Promise.all(
    needed.map(async (one) => ({ one, answer: await reader.get({ apiVersion: 'v1', kind: 'Namespace', name: one.name }) })),
  );
  const isGoing = (answer: Answer): boolean => answer.type === 'object' && answer.object.metadata.deletionTimestamp !== undefined;
  return {
    missing: asked.filter(({ answer }) => answer.type === 'gone').map(({ one }) => one),
    terminating: asked.filter(({ answer }) => isGoing(answer)).map(({ one }) => one),
  };
}

/** The API server takes nothing new in a namespace that is being deleted. */
export function terminatingNote(one: NeededNamespace): string {
  return `Namespace ${one.name} is being deleted, so nothing can be created in it (${needOf(one)}). `
    + `To see what holds it: kubectl get namespace ${one.name} -o jsonpath='{.status.conditions}'`;
}

/** @returns BoxcutterError `namespace-not-found`, category input: one sentence for each namespace */
export function missingNamespacesError(missing: readonly NeededNamespace[]): BoxcutterError {
  const lines = missing.map((one) => `Namespace ${one.name} does not exist and is not part of the package: ${needOf(one)}.`);
  const them = missing.length === 1 ? 'it' : 'them';
  const toCreate = missing.filter(isOurs).map(({ name }) => name);
  const who = toCreate.length === missing.length ? them : toCreate.join(' and ');
  const create = `Create ${them}: ${missing.map(({ name }) => `kubectl create namespace ${name}`).join(' && ')}`;
  return new BoxcutterError('namespace-not-found', 'input', [...lines, 'Nothing was changed.'].join(lines.length === 1 ? ' ' : '\n'), {
    hint: toCreate.length === 0
      ? `${create}.`
      : ({ option }) => `${create}; or have ${who} created: ${option('createNamespace', true)}.`,
    details: { namespaces: missing.map(({ name }) => name) },
  });
}

/** May be made for the package: it is not a namespace of others that an operator is only configured to watch. */
export function isOurs({ watchedBy, holdsState, name }: NeededNamespace): boolean {
  return holdsState || watchedBy.length === 0 || watchedBy.some(({ namespace }) => namespace === name);
}

/** What is said of a namespace that is made for a package, or would be in a run that writes. */
export function newNamespaceText(name: string, made: 'was-created' | 'would-be-created'): string {
  return `Namespace ${name} ${made === 'was-created' ? 'was created' : 'would be created first'}; it stays when the extension is deleted.`;
}

function needOf({ objects, watchedBy, holdsState }: NeededNamespace): string {
  const [watcher] = watchedBy;
  const parts = [
    ...(objects.length === 0
      ? []
      : [`${objects.length === 1 ? 'an object goes' : `${objects.length} objects go`} there (${named(objects)})`]),
    ...(watcher === undefined ? [] : [`${displayName(watcher)} is configured to watch it`]),
    ...(holdsState ? ['the state of the extension is kept there'] : []),
  ];
  return parts.join('; ');
}

function named(refs: readonly ObjectRef[]): string {
  const names = refs.slice(0, 3).map(({ kind, name }) => `${kind} ${name}`).join(', ');
  return refs.length > 3 ? `${names}, …` : names;
}

/**
 * Makes a namespace, without any mark of ours: it belongs to no extension, so no teardown deletes it. That it exists by now is as good, and
 * so the request may be repeated when its answer gets lost.
 * @throws BoxcutterError `namespace-not-created`, category server
 */
export async function createNamespace(name: string, cluster: { create(object: KubeObject): Promise<Answer> }): Promise<void> {
  const create = (): Promise<Answer> => cluster.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  const first = await create();
  const answer = first.type === 'lost' ? await create() : first;
  if (answer.type === 'object' || (answer.type === 'refused' && answer.status.reason === 'AlreadyExists')) return;
  if (answer.type === 'lost') {
    throw new BoxcutterError('namespace-not-created', 'server', `It is not known whether namespace ${name} was created: `
      + `${answer.message}`, {
      hint: 'Run the command again once the API server answers.',
    });
  }
  const reason = answer.type === 'refused' ? answer.status.message : 'the API server does not serve this kind';
  throw new BoxcutterError('namespace-not-created', 'server', `Namespace ${name} could not be created: ${reason}`, {
    hint: ({ option }) => `Let an account that has the permission create it, and leave out ${option('createNamespace')}.`,
  });
}
