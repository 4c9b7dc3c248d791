/**
 * Fitting a revision to what the API server serves: kinds it does not know, and namespaces of kinds that only it knows.
 */
import {
  definedGroupKind, definedKindOf, groupKindOf, groupOf, refOf, type KubeObject, type ResolvedObject, type ResolvedPhase,
  type ResolvedRevision,
} from '../api';
import type { Mapper, ServedKind } from '../engine';
import { BoxcutterError } from '../errors';
import { contentDigest } from '../revision';
import type { VersionedCluster } from './any-version';
import { type BeforeIt, comingKind } from './plan/before-it';

export interface FitOptions {
  /** Namespace for namespaced objects that name none. */
  readonly namespace?: string;
  /**
   * Leave out objects of kinds that are served in no version. (Of one in another version they may well exist: left out, they would be
   * deleted.)
   */
  readonly skipUnserved: boolean;
  /** What is applied before and brings kinds that are not served yet; asked by plans. @default nothing */
  readonly before?: BeforeIt;
  /** What was applied right before. The server takes a moment to serve the kinds that it brought: they are waited for. @default nothing */
  readonly applied?: BeforeIt;
  readonly onNote?: (note: string) => void;
}

/** @throws BoxcutterError category `collision` for kinds that are not served, `input` for a missing namespace */
export async function fitToServer(
  revision: ResolvedRevision,
  mapper: Mapper & Partial<Pick<VersionedCluster, 'kinds'>>,
  options: FitOptions,
): Promise<ResolvedRevision> {
  const objects = revision.phases.flatMap(({ objects: list }) => list.map(({ object }) => object));
  const brought = new Map(objects.flatMap((object) => definedKind(object)));
  const served = new Map<string, ServedKind | undefined>();
  const kinds = new Map(objects.map((object) => [kindId(object), object]));
  await Promise.all([...kinds].map(async ([id, { apiVersion, kind }]) => {
    if (brought.has(groupKindOf({ apiVersion, kind }))) return;
    const found = await servedKind({ apiVersion, kind }, mapper, options.applied);
    const coming = found === undefined && options.before !== undefined ? comingKind({ apiVersion, kind }, options.before) : undefined;
    if (coming === undefined) served.set(id, found);
    else brought.set(groupKindOf({ apiVersion, kind }), coming.namespaced);
  }));
  const unserved = [...served].filter(([, kind]) => kind === undefined).map(([id]) => id).sort();
  const kindsNow = unserved.length > 0 ? ((await mapper.kinds?.()) ?? []) : [];
  const versionOf = (id: string): string | undefined => kindsNow.find((other) => isSameKind(id, other))?.apiVersion;
  const refused = options.skipUnserved ? unserved.filter((id) => versionOf(id) !== undefined) : unserved;
  if (refused.length > 0) throw unservedError(refused, objects, versionOf);
  if (unserved.length > 0) {
    options.onNote?.(`Left out, because the API server does not serve the kind: ${unserved.map(readable).join(', ')}.`);
  }
  const isServed = ({ object }: ResolvedObject): boolean => !unserved.includes(kindId(object));
  const namespacedOf = (object: KubeObject): boolean =>
    served.get(kindId(object))?.namespaced ?? brought.get(groupKindOf(object)) ?? true;
  const fit = (entry: ResolvedObject): ResolvedObject => place(entry, namespacedOf(entry.object), options.namespace);
  const phases = fitting(revision.phases, (objects) => objects.filter(isServed).map(fit));
  // What is applied is what counts: content that is left out today and served tomorrow is another rollout.
  return { ...revision, phases, digest: contentDigest(phases, revision.probes) };
}

/** Where objects of a kind live, as the server says; undefined: it serves no such kind. */
export function scopesIn(mapper: Mapper): (apiVersion: string, kind: string) => Promise<'namespaced' | 'cluster' | undefined> {
  return async (apiVersion, kind) => {
    const served = await mapper.resolve(apiVersion, kind);
    return served && (served.namespaced ? 'namespaced' : 'cluster');
  };
}

/** A definition is established before discovery shows its kind: so often it is asked, at the pace of the mapper. */
const ATTEMPTS = 20;

async function servedKind(
  ref: Pick<KubeObject, 'apiVersion' | 'kind'>, mapper: Mapper, applied: BeforeIt | undefined,
): Promise<ServedKind | undefined> {
  const isComing = applied !== undefined && comingKind(ref, applied) !== undefined;
  for (let attempt = 1; ; attempt += 1) {
    const found = await mapper.resolve(ref.apiVersion, ref.kind);
    if (found !== undefined || !isComing || attempt === ATTEMPTS) return found;
  }
}

/** The same phases where nothing of them changes: their digest is known. */
function fitting(
  phases: readonly ResolvedPhase[], change: (objects: readonly ResolvedObject[]) => readonly ResolvedObject[],
): readonly ResolvedPhase[] {
  const changed = phases.map((phase) => {
    const objects = change(phase.objects);
    const isSame = objects.length === phase.objects.length && objects.every((object, index) => object === phase.objects[index]);
    return isSame ? phase : { ...phase, objects };
  });
  const isSame = changed.every((phase, index) => phase === phases[index] && phase.objects.length > 0);
  return isSame ? phases : changed.filter(({ objects }) => objects.length > 0);
}

function kindId({ apiVersion, kind }: KubeObject): string {
  return `${apiVersion} ${kind}`;
}

function isSameKind(id: string, { apiVersion, kind }: ServedKind): boolean {
  const [group = '', name = ''] = id.split(' ');
  return kind === name && groupOf(apiVersion) === groupOf(group);
}

function readable(id: string): string {
  const [apiVersion = '', kind = ''] = id.split(' ');
  return `${kind} (${apiVersion})`;
}

/** `group/Kind` that a CRD of the revision defines, with whether it is namespaced. */
function definedKind(object: KubeObject): readonly (readonly [string, boolean])[] {
  const id = definedGroupKind(object);
  return id === undefined ? [] : [[id, definedKindOf(object).scope === 'Namespaced']];
}

function place(entry: ResolvedObject, namespaced: boolean, fallback: string | undefined): ResolvedObject {
  const { object } = entry;
  const { namespace, ...metadata } = object.metadata;
  if (!namespaced) return namespace === undefined ? entry : { ...entry, object: { ...object, metadata } };
  if (namespace !== undefined && namespace !== '') return entry;
  if (fallback !== undefined) return { ...entry, object: { ...object, metadata: { ...object.metadata, namespace: fallback } } };
  const { kind, name } = refOf(object);
  throw new BoxcutterError('namespace-missing', 'input', `${kind} ${name} names no namespace.`, {
    hint: ({ option }) => `Give it one, or use ${option('namespace')} for all objects that name none.`,
  });
}

function unservedError(
  unserved: readonly string[],
  objects: readonly KubeObject[],
  versionOf: (id: string) => string | undefined,
): BoxcutterError {
  const lines = unserved.map((id) => {
    const names = objects.filter((object) => kindId(object) === id).map((object) => object.metadata.name ?? '');
    const version = versionOf(id);
    const served = version === undefined ? '' : `, served as ${version}`;
    return `  ${readable(id)}${served}: ${names.slice(0, 3).join(', ')}${names.length > 3 ? `, and ${names.length - 3} more` : ''}`;
  });
  return new BoxcutterError(
    'kind-unserved',
    'collision',
    `The API server does not serve these kinds:\n${lines.join('\n')}\nNothing was changed.`,
    {
      hint: unserved.every((id) => versionOf(id) !== undefined)
        ? 'Write these objects in a version that the server serves.'
        : ({ option }) => `Install what defines them first, or leave these objects out with ${option('skipUnserved', true)}.`,
      details: { kinds: unserved },
    },
  );
}
