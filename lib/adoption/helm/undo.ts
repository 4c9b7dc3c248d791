/**
 * Giving a release back: its objects get the marks of Helm again, and what we hold of them becomes Helm's; the record goes, then the
 * release is Helm's. Broken off anywhere, the same again goes on.
 */
import {
  ANNOTATION_ON_REMOVAL, asObject, displayName, groupKindOf, type JsonObject, type KubeObject, type ObjectRef, refOf,
} from '../../api';
import type { HandBack } from '../../engine';
import { BoxcutterError } from '../../errors';
import { shellWord } from '../../shell-word';
import { orphanExtension, type Outcome, type WriteOptions } from '../../runtime';
import { type Head, readHead } from '../../state';
import { handBackLost } from '../take/hand-back-lost';
import { isMadeOf } from '../take/same-extension';
import { type CommandFence, requireCommand } from './adopted-by';
import { chooseRelease } from './choose';
import { fenceOf } from './fence-marks';
import { unfence } from './fence';
import { findHistory, loadRelease } from './find';
import { renderedBy } from './manifest';
import type { HelmRelease, StoredRelease } from './release';
import { isFenced } from './storage';

/** An adopted release that is going to be given back. */
export interface HelmReturn {
  readonly release: HelmRelease;
  /** All stored versions. */
  readonly history: readonly StoredRelease[];
  readonly extension: string;
  /** Of the state of the extension. */
  readonly stateNamespace: string;
  /** The extension has a record; without one, an earlier run has given its objects back. */
  readonly isInstalled: boolean;
}

type Place = Omit<WriteOptions, 'stateNamespace'>;

/** Whose the release is, as the user names it; the marks on the release are no evidence, for others may write there. */
export interface NamedExtension {
  /** @default name of the release */
  readonly extension?: string | undefined;
  /** @default namespace of the release */
  readonly stateNamespace?: string | undefined;
}

/** @throws BoxcutterError `release-not-adopted`, `release-adopted` (input), `release-unreadable` (server) */
export async function beginReturn(
  name: string, namespace: string, options: Pick<Place, 'cluster'>, named: NamedExtension = {},
): Promise<HelmReturn> {
  const { history, by: { extension, stateNamespace, version } } = await findFenced(name, namespace, options);
  const whose = { extension: named.extension ?? name, stateNamespace: named.stateNamespace ?? namespace };
  refuseUnnamed(name, { extension, stateNamespace }, whose);
  const { release: chosen } = chooseRelease(name, namespace, history.filter(isAdoptable), version);
  const release = await loadRelease(chosen, options.cluster);
  const record = async () => (await readHead(options.cluster, extension, stateNamespace))?.head;
  // Without one the release becomes Helm's at once, with all that is ours still: a single answer out of date does not decide that.
  const head = await record() ?? await record();
  if (head !== undefined) requireRecordOf(release, { extension, head, isNamed: named.extension !== undefined });
  return { release, history, extension, stateNamespace, isInstalled: head !== undefined };
}

/**
 * The objects of the extension get the marks of Helm, and the record of the extension goes.
 * @throws BoxcutterError `not-found` (input), and as `deleteExtension` with `orphan`
 */
export async function returnObjects({ release, extension, stateNamespace }: HelmReturn, options: Place): Promise<Outcome> {
  return orphanExtension(extension, { ...options, stateNamespace, handBack: handBackOf(release) });
}

/**
 * When no record is left: what a broken off adoption left goes back, too, and Helm sees the release again.
 * @throws BoxcutterError `object-unreadable`, `release-unwritten` (server), `release-changed` (locked)
 */
export async function returnRelease({ release, history }: HelmReturn, { cluster }: Pick<Place, 'cluster'>): Promise<void> {
  const objects = renderedBy(release).map(({ manifest }) => manifest as unknown as KubeObject);
  await handBackLost(objects, release.namespace, cluster, handBackOf(release));
  await unfence(history, cluster);
}

/** An extension that only the marks of the release name would lose its record and its objects to whoever has written them. */
function refuseUnnamed(release: string, marked: Required<NamedExtension>, named: Required<NamedExtension>): void {
  if (marked.extension === named.extension && marked.stateNamespace === named.stateNamespace) return;
  const { extension = '', stateNamespace = '' } = marked;
  const whose = `extension "${extension}" with its state in namespace ${stateNamespace}`;
  throw new BoxcutterError('release-adopted', 'input', `The marks of release "${release}" say that ${whose} has it. Nothing was changed.`, {
    hint: ({ option }) => `If that is so: ${option('name', shellWord(extension))} ${option('state-namespace', shellWord(stateNamespace))}`,
  });
}

/**
 * Its objects would get the marks of a release that it was not made of. A record that was recovered, or that is older than what it would
 * say there, says nothing: then the user has to, and all that it holds has to be of the release.
 */
function requireRecordOf(
  release: HelmRelease, { extension, head, isNamed }: { readonly extension: string; readonly head: Head; readonly isNamed: boolean },
): void {
  const { name, namespace } = release;
  if (isMadeOf(head, { name, namespace })) return;
  const rendered = new Set(renderedBy(release).map(({ manifest }) => shortKey(manifest as unknown as KubeObject)));
  const other = head.inventory.find(({ ref }) => !rendered.has(shortKeyOf(ref)));
  const mayBe = head.release === undefined && other === undefined;
  if (mayBe && isNamed) return;
  const beyond = other === undefined ? '' : `, and it holds ${displayName(other.ref)}, which the release does not name`;
  const unsaid = `does not say that it was made of release "${name}" in namespace ${namespace}`;
  const what = `The record of extension "${extension}" ${unsaid}${beyond}.`;
  throw new BoxcutterError('release-not-adopted', 'input', `${what} Nothing was changed.`, {
    hint: ({ option }) => (mayBe ? `If it was all the same: ${option('name', shellWord(extension))}. ` : '')
      + `boxcutter orphan ${shellWord(extension)} lets its objects go, without the marks of a release.`,
  });
}

/** All of it. @throws BoxcutterError as each of them */
export async function undoHelm(
  name: string, namespace: string, options: Place, named: NamedExtension = {},
): Promise<Outcome | undefined> {
  const going = await beginReturn(name, namespace, options, named);
  const outcome = going.isInstalled ? await returnObjects(going, options) : undefined;
  if (outcome === undefined || outcome.status === 'complete') await returnRelease(going, options);
  return outcome;
}

/** @throws BoxcutterError `release-not-adopted`, `release-adopted` (input) */
export async function findFenced(
  name: string, namespace: string, { cluster }: Pick<WriteOptions, 'cluster'>,
): Promise<{ readonly history: readonly StoredRelease[]; readonly by: CommandFence }> {
  const history = await findHistory(name, namespace, cluster);
  const by = history.filter(isFenced).map(({ object }) => fenceOf(object)).find((fence) => fence !== undefined);
  if (by !== undefined) return { history, by: requireCommand(name, by) };
  const what = history.length === 0
    ? `There is no release "${name}" of Helm in namespace ${namespace}.`
    : `Release "${name}" in namespace ${namespace} is not adopted: Helm has it.`;
  throw new BoxcutterError('release-not-adopted', 'input', what, {
    hint: history.length === 0
      ? 'When what Helm had stored of it was deleted, there is nothing to give back.' : 'There is nothing to undo.',
  });
}

/** What was pending when the release was adopted was not taken over. */
function isAdoptable({ status }: StoredRelease): boolean {
  return !status.startsWith('pending-');
}

/** Helm marks everything but hooks and definitions of `crds/`. */
function handBackOf(release: HelmRelease): (object: KubeObject) => HandBack {
  const { name, namespace, appliesServerSide } = release;
  const keysOf = (isMeant: (one: Rendered) => boolean): ReadonlySet<string> => (
    new Set(renderedBy(release).filter(isMeant).map(({ manifest }) => shortKey(manifest as unknown as KubeObject))));
  const unmarked = keysOf(isUnmarked);
  // What Helm is told by another annotation, and knows nothing of by this one, unless the chart itself has it.
  const policed = keysOf((one) => annotationsOf(one)?.[ANNOTATION_ON_REMOVAL] !== undefined);
  const as = { fieldManager: 'helm', operation: appliesServerSide ? 'Apply' : 'Update' } as const;
  const marks = {
    labels: { 'app.kubernetes.io/managed-by': 'Helm' },
    annotations: { 'meta.helm.sh/release-name': name, 'meta.helm.sh/release-namespace': namespace },
  };
  return (object) => ({
    ...as, ...(unmarked.has(shortKey(object)) ? { labels: {}, annotations: {} } : marks),
    withoutAnnotations: policed.has(shortKey(object)) ? [] : [ANNOTATION_ON_REMOVAL],
  });
}

type Rendered = ReturnType<typeof renderedBy>[number];

function isUnmarked(one: Rendered): boolean {
  return one.isDefinition || annotationsOf(one)?.['helm.sh/hook'] !== undefined;
}

function annotationsOf({ manifest }: Rendered): JsonObject | undefined {
  return asObject(asObject(manifest['metadata'])?.['annotations']);
}

/** A release may leave namespaces out. */
function shortKey(object: KubeObject): string {
  return shortKeyOf(refOf(object));
}

function shortKeyOf(ref: ObjectRef): string {
  return `${groupKindOf(ref)}/${ref.name}`;
}
