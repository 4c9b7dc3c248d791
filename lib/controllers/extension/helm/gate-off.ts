/** An extension while the feature gate BoxcutterRuntime is off: what changes is applied by helm, as a release. */
import { displayName, keyOf, type KubeObject, refOf, type ResolvedObject } from '../../../api';
import { BoxcutterError } from '../../../errors';
import type { KubeLane } from '../../../kube';
import { resolveRevision } from '../../../revision';
import {
  chartOf, contentsOf, type HelmApplier, type HelmRecord, type HelmRelease, ownOf, refuseForeign, type ReleaseOwner, standingOf,
  type StoredContent, withoutHooks,
} from '../../helm';
import { accountText, actingIn, isSettled, type ResourceCache, type Target, wordsOfAnswer } from '../../process';
import { accountOf } from '../account';
import type { RevisionContent } from '../content';
import type { Outcome } from '../outcome';
import { type LiveExtension, type LiveRevision, type RevisionBundle, type RevisionStates } from '../revision-facts';

export interface HelmPlace {
  readonly cluster: Pick<KubeLane, 'create' | 'get' | 'patch'>;
  readonly target: Target;
  readonly revisions: ResourceCache<LiveRevision>;
  readonly mayRollOut: boolean;
  readonly helmRecord: HelmRecord;
  /** Undefined: no helm program is configured. */
  readonly helm: HelmApplier | undefined;
}

/** As the support procedures describe it. */
export const WAITS_FOR_GATE = 'the feature gate BoxcutterRuntime is off, and no helm program is configured (helm.program), so nothing is '
  + 'installed or upgraded; what is installed stays as it is. Switch the gate on, or configure helm, and it goes on from here.';

/** How long after objects were deleted it is looked whether they are gone: nothing tells of it. */
const LOOK_AGAIN_MS = 1_000;

/**
 * What helm has of the extension. With the gate on nothing new is given to helm, so what was seen at the beginning is everything; where
 * something depends on there being none, the server says so.
 */
export async function releaseOf(
  { metadata: { uid = '', deletionTimestamp } }: LiveExtension, { mayRollOut, helmRecord }: Pick<HelmPlace, 'mayRollOut' | 'helmRecord'>,
): Promise<HelmRelease | undefined> {
  if (mayRollOut && deletionTimestamp === undefined && helmRecord.seen(uid) === undefined) return undefined;
  return helmRecord.read(uid);
}

/** What is installed is what helm applied last, whatever revisions say. */
export function withRelease(states: RevisionStates, extension: LiveExtension, release: HelmRelease | undefined): RevisionStates {
  if (release?.applied === undefined) return release === undefined ? states : { ...states, release };
  const { number, bundle, request } = release.applied;
  const message = `${releaseText(extension)} has version ${bundle.version}. `
    + 'Nothing watches its objects while the feature gate BoxcutterRuntime is off.';
  const at = extension.metadata.creationTimestamp ?? '';
  const installed = {
    name: '', uid: '', number, lifecycleState: 'Active', isLeaving: false, bundle, request,
    conditions: [{ type: 'Progressing', status: 'False', reason: 'RolledOut', message, lastTransitionTime: at }],
  } as const;
  return { ...states, release, installed, rollingOut: [] };
}

/** Is this very content what is applied? */
export function isApplied({ release, all, installed }: RevisionStates, request: string): boolean {
  if (release !== undefined) return release.begun.length === 0 && release.applied?.request === request;
  const newest = all.at(-1);
  return newest?.request === request && newest.uid === installed?.uid;
}

/** No number of a revision is used twice, also not by those that a release becomes later. */
export function nextNumber({ all, release }: RevisionStates): number {
  const given = release === undefined ? [] : contentsOf(release).map(({ number }) => number);
  return Math.max(0, all.at(-1)?.number ?? 0, ...given) + 1;
}

/**
 * What the release has that the content has no more goes, as far as helm has written it for this extension.
 * @throws BoxcutterError `helm-failed` (server) with what helm says, with what is in the way, or with what cannot be read of the record
 */
export async function applyByHelm(
  extension: LiveExtension, { manifest, secrets, resolved }: RevisionContent, bundle: RevisionBundle, request: string,
  { release, all }: RevisionStates, place: HelmPlace & { readonly helm: HelmApplier },
): Promise<void> {
  const { metadata: { name = '', uid = '' } } = extension;
  const { helmRecord, helm } = place;
  const objects = resolved.phases.flatMap((phase) => phase.objects.map(({ object }) => withoutHooks(object)));
  const given = release === undefined ? [] : await givenOf(extension, release, place);
  if (typeof given === 'string') throw new BoxcutterError('helm-failed', 'server', given);
  const keys = new Set(objects.map((object) => keyOf(refOf(object))));
  // What is to outlive the extension is none of its any more when a version has it no more.
  const before = objectsOf(given).flatMap(({ object, orphan }) => (orphan !== true || keys.has(keyOf(refOf(object))) ? [object] : []));
  const owner = ownerOf(extension, all.map((one) => one.uid), place);
  const { cluster } = actingIn(place.target, accountOf(extension));
  refuseForeign(await standingOf(objects, cluster), owner);
  const own = ownOf(before, await standingOf(before, cluster), owner);
  const content = await helmRecord.begin(uid, { extension: name, number: resolved.number, request, bundle }, { manifest, secrets });
  // What is tried again and again leaves one behind, not one for each try.
  const outrun = given.filter(({ isBegun, objects: of }) => isBegun && of.every(({ object }) => keys.has(keyOf(refOf(object)))));
  await helmRecord.forget(outrun.map(({ content: one }) => one));
  await helm.upgrade({ extension: name, account: accountOf(extension) }, chartOf(name, bundle.version, objects), own);
  await helmRecord.end(content, release === undefined ? [] : [...release.replaced, ...contentsOf(release)]);
}

/**
 * What the release has goes, before the revisions do: all that helm has written for this extension, and nothing else.
 * @returns what it waits for; undefined: there is no release
 * @throws BoxcutterError `helm-failed` (server)
 */
export async function leaveRelease(
  extension: LiveExtension, release: HelmRelease | undefined, revisions: readonly LiveRevision[], place: HelmPlace,
): Promise<Outcome | undefined> {
  if (release === undefined) return undefined;
  const what = releaseText(extension);
  const given = await givenOf(extension, release, place);
  if (typeof given === 'string') return { type: 'guarded', message: given };
  const objects = objectsOf(given);
  const { cluster } = actingIn(place.target, accountOf(extension));
  const standing = await standingOf(objects.map(({ object }) => object), cluster);
  const owner = ownerOf(extension, revisions.map(({ metadata }) => metadata.uid ?? ''), place);
  const own = ownOf(objects.filter(({ orphan }) => orphan !== true).map(({ object }) => object), standing, owner).filter(isToGo);
  for (const object of [...own].reverse()) {
    const ref = refOf(object);
    const answer = await cluster.delete(ref, { uid: standing.get(keyOf(ref))?.metadata.uid ?? '' });
    if (answer.type === 'unserved' || isSettled(answer)) continue;
    throw new BoxcutterError('helm-failed', 'server', `${displayName(ref)} could not be deleted: ${wordsOfAnswer(answer, 'it is gone')}`);
  }
  const [first] = own;
  if (first !== undefined) {
    const more = own.length === 1 ? '' : ` and ${own.length - 1} more`;
    const progress = `${what} is taken down: waits for ${displayName(refOf(first))}${more} to go.`;
    return { type: 'leaving', progress, againInMs: LOOK_AGAIN_MS };
  }
  await place.helmRecord.forget([...release.replaced, ...contentsOf(release)]);
  return { type: 'leaving', progress: `${what} was taken down.`, againInMs: 0 };
}

/** A content that was given to helm, with everything in it. */
interface Given {
  readonly content: StoredContent;
  readonly isBegun: boolean;
  readonly objects: readonly ResolvedObject[];
}

/** Everything that helm may have, oldest first. @returns a text: what cannot be read, and what to do about it */
async function givenOf(
  extension: LiveExtension, release: HelmRelease, { helmRecord }: Pick<HelmPlace, 'helmRecord'>,
): Promise<readonly Given[] | string> {
  const broken = unreadableText(extension, release, helmRecord);
  if (broken !== undefined) return broken;
  const given: Given[] = [];
  for (const content of contentsOf(release)) {
    const documents = await helmRecord.documents(content);
    if (typeof documents === 'string') return brokenText(extension, helmRecord.nameOf(content.secret), documents);
    const { phases } = resolveRevision(documents.manifest, documents.secrets);
    given.push({ content, isBegun: content !== release.applied, objects: phases.flatMap(({ objects }) => objects) });
  }
  return given;
}

/** Each once: as helm has applied it to its end, where it has, since that is what it compares with. */
function objectsOf(given: readonly Given[]): readonly ResolvedObject[] {
  const all = given.toReversed().flatMap(({ objects }) => objects);
  return [...new Map(all.map((one) => [keyOf(refOf(one.object)), one] as const)).values()];
}

/** Undefined: all of it says what it has. */
export function unreadableText(extension: LiveExtension, { unreadable }: HelmRelease, record: HelmRecord): string | undefined {
  const [first] = unreadable;
  return first === undefined ? undefined : brokenText(extension, record.nameOf(first), 'it does not say what it has');
}

export function brokenText(extension: LiveExtension, secret: string, why: string): string {
  return `What ${releaseText(extension)} has cannot be read from ${secret}: ${why}. Nothing of it is changed or deleted. `
    + 'Bring the Secret back; or, if the objects of the release are gone or to stay as they are, delete it.';
}

export function ownerOf(
  { metadata: { name = '' } }: LiveExtension, revisions: readonly string[], { target }: Pick<HelmPlace, 'target'>,
): ReleaseOwner {
  return { extension: name, revisions: new Set(revisions), elsewhere: target.name !== undefined };
}

export function releaseText(extension: LiveExtension): string {
  const account = accountOf(extension);
  return `Helm release ${extension.metadata.name}${account === undefined ? '' : ` (as ${accountText(account)})`}`;
}

/** Charts say of objects that they stay. */
function isToGo({ metadata: { annotations = {} } }: KubeObject): boolean {
  return annotations['helm.sh/resource-policy'] !== 'keep';
}
