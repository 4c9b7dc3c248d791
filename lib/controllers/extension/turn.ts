/**
 * One turn of an extension: look at what is there, choose a bundle, make a revision where one is due, and say how things are. It begins
 * from what is there each time, so it may be broken off anywhere.
 */
import { FINALIZER_EXTENSION, refOf } from '../../api';
import { defined } from '../../defined';
import { BoxcutterError, isBoxcutterError, messageOf } from '../../errors';
import { pendingUpgrades, removePending } from '../approval';
import { markOf } from '../helm';
import { isPending, isSettled, type Target, timestamp, type TurnEnd, wordsOfAnswer } from '../process';
import { accountOf, alignAccount } from './account';
import { approved } from './approve';
import { type Choice, chooseBundle } from './choose-bundle';
import { leaveRelease, takeOver, withRelease } from './helm';
import { inherited } from './inherit';
import { leave } from './leave';
import { type DeprecationFacts, type Outcome, waitsForOthers } from './outcome';
import { type ExtensionPlace, revisionsOf, viewOf } from './place';
import { lookAhead } from './preview';
import { asItWas } from './republished';
import { installedPackageOf, resolveFor } from './resolving';
import { type LiveExtension, type LiveRevision, type RevisionStates, revisionStates } from './revision-facts';
import { failedUpgrade, type FailureFacts, rollBack } from './rollback';
import { settle } from './settle';
import { report } from './status';
import { isVersionInRange } from './version-allowed';
import { FIELD_MANAGER } from './write-revision';

/** @throws BoxcutterError what should be tried again; it is in the status already */
export async function extensionTurn(name: string, place: ExtensionPlace): Promise<TurnEnd | void> {
  const extension = place.extensions.get(name);
  if (extension === undefined) return;
  const revisions = revisionsOf(extension, place);
  const misfit = await alignment(extension, revisions, place);
  if (extension.metadata.deletionTimestamp !== undefined) {
    const left = await leaving(extension, revisions, place);
    if (left !== undefined) await report(extension, { states: revisionStates(revisions), outcome: left, deprecations: {} }, place);
    return;
  }
  if (!(extension.metadata.finalizers ?? []).includes(FINALIZER_EXTENSION)) return addFinalizer(extension, place);
  if (isPending(place.target)) return;
  const itself = revisionStates(revisions);
  const states = place.mayRollOut ? itself : withRelease(itself, extension);
  // Nothing is chosen for a cluster that cannot be asked what it serves.
  const away = awayOutcome(place.target);
  if (away !== undefined) return report(extension, { states, outcome: away, deprecations: {} }, place);
  if (misfit !== undefined) return refuse(extension, states, misfit, place);
  const taking = await told(extension, revisions, takenOver(extension, revisions, place), place);
  if (taking !== undefined) {
    await report(extension, { states, outcome: taking, deprecations: {} }, place);
    return taking.type === 'waiting' && taking.againInMs !== undefined ? { againInMs: taking.againInMs } : undefined;
  }
  const failure = place.mayRollOut ? failedUpgrade(extension, states) : undefined;
  if (failure !== undefined) return goBack(extension, states, failure, revisions, place);
  const choice = asItWas(await chosen(extension, states, place), states);
  const deprecations = deprecationsOf(choice, states);
  const upgrade = await approved(extension, states, choice, revisions, place);
  const looked = await lookAhead(extension, states, choice, upgrade, place);
  const { outcome, error } = await settle(extension, states, upgrade, looked, place);
  if (waitsForOthers(outcome)) place.waiting.add(name);
  else place.waiting.delete(name);
  // What was written is in the cache when the stream has shown it, and that is a turn of its own.
  await report(extension, { states, outcome: withRemark(outcome, upgrade.remark), deprecations }, place);
  if (error !== undefined) throw error;
  return { againInMs: Math.min(RESYNC_MS, upgrade.againInMs ?? RESYNC_MS, looked.againInMs ?? RESYNC_MS) };
}

/** @returns why its revisions go on as whom they were: what is there is not switched to a service account that lacks something */
async function alignment(
  extension: LiveExtension, revisions: readonly LiveRevision[], place: ExtensionPlace,
): Promise<BoxcutterError | undefined> {
  const { target } = place;
  // Only the cluster of the objects knows what an account may do there.
  if (accountOf(extension) !== undefined && (isPending(target) || target.away !== undefined)) return undefined;
  try {
    await alignAccount(extension, revisions, place);
    return undefined;
  } catch (error) {
    if (isBoxcutterError(error)) return error;
    throw error;
  }
}

/** @throws the error, when it is in the status */
async function refuse(extension: LiveExtension, states: RevisionStates, error: BoxcutterError, place: ExtensionPlace): Promise<never> {
  const { bundle, name = '', number = 0 } = states.rollingOut.at(-1) ?? states.installed ?? states.all.at(-1) ?? {};
  const outcome: Outcome = { type: 'failed', bundle: bundle ?? { name, version: String(number) }, message: messageOf(error) };
  await report(extension, { states, outcome, deprecations: {} }, place);
  throw error;
}

/** Everything is watched; this is for what no event tells, like a tag of an image that was moved. A turn at rest writes nothing. */
const RESYNC_MS = 30 * 60_000;

async function goBack(
  extension: LiveExtension, states: RevisionStates, failure: FailureFacts, revisions: readonly LiveRevision[], place: ExtensionPlace,
): Promise<void> {
  try {
    await removePending(pendingUpgrades(revisions, extension), place);
    await rollBack(extension, states, failure, place);
    await report(extension, { states, outcome: { type: 'done' }, deprecations: {} }, place);
  } catch (error) {
    const { good: { bundle } } = failure;
    const message = `the rollback after the failure of revision ${failure.failed.number}: ${messageOf(error)}`;
    await report(extension, { states, outcome: { type: 'failed', bundle, message }, deprecations: {} }, place);
    throw error;
  }
}

/** What others have of it comes first. @returns what is reported meanwhile; undefined: they have nothing of it any more */
async function takenOver(
  extension: LiveExtension, revisions: readonly LiveRevision[], place: ExtensionPlace,
): Promise<Outcome | undefined> {
  const taking = place.mayRollOut ? await takeOver(extension, revisions, place) : undefined;
  return taking ?? inherited(extension, revisions, place);
}

/** @returns what it waits for; undefined: it may go */
async function leaving(extension: LiveExtension, revisions: readonly LiveRevision[], place: ExtensionPlace): Promise<Outcome | undefined> {
  if (!place.mayRollOut) {
    return await told(extension, revisions, leaveRelease(extension, place), place) ?? leave(extension, revisions, place);
  }
  // What a release has is taken down in order, like everything else.
  const taking = await told(extension, revisions, takenOver(extension, revisions, place).catch(nothingReadable), place);
  if (taking?.type === 'waiting') return { type: 'leaving', progress: taking.message };
  if (taking !== undefined) return taking;
  // With a mark the revisions are older than what was taken over.
  if (markOf(extension) !== undefined) return { type: 'leaving', progress: 'What Helm had installed is taken over.' };
  return leave(extension, revisions, place);
}

/** A release of operator-controller that nobody can read any more holds no extension back: the garbage collector takes its objects. */
function nothingReadable(error: unknown): undefined {
  if (!isBoxcutterError(error) || (error.code !== 'release-unreadable' && error.code !== 'adoption-invalid')) throw error;
}

/** @throws what the work throws, when it is in the status */
async function told(
  extension: LiveExtension, revisions: readonly LiveRevision[], work: Promise<Outcome | undefined>, place: ExtensionPlace,
): Promise<Outcome | undefined> {
  try {
    return await work;
  } catch (error) {
    const { applied, begun = [] } = markOf(extension) ?? {};
    const bundle = applied?.bundle ?? begun[0]?.bundle;
    const message = messageOf(error);
    const outcome: Outcome = extension.metadata.deletionTimestamp !== undefined ? { type: 'leaving', progress: message }
      : bundle === undefined ? { type: 'unreadable', message } : { type: 'failed', bundle, message };
    const states = withRelease(revisionStates(revisions), extension);
    await report(extension, { states, outcome, deprecations: {} }, place);
    throw error;
  }
}

function withRemark(outcome: Outcome, remark: string | undefined): Outcome {
  if (outcome.type !== 'done' || remark === undefined) return outcome;
  return { ...outcome, remark: outcome.remark === undefined ? remark : `${outcome.remark} ${remark}` };
}

function awayOutcome({ name = '', away }: Target): Outcome | undefined {
  if (away === undefined) return undefined;
  const since = timestamp(new Date(away.since));
  const message = `Waits for ${name}, which has not been reached since ${since}: ${away.message} What is there runs on.`;
  return { type: 'target-away', message };
}

async function addFinalizer(extension: LiveExtension, { cluster }: ExtensionPlace): Promise<void> {
  const { finalizers, resourceVersion = '', name } = extension.metadata;
  const answer = await cluster.patch(refOf(extension), [
    { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
    finalizers === undefined
      ? { op: 'add', path: '/metadata/finalizers', value: [FINALIZER_EXTENSION] }
      : { op: 'add', path: '/metadata/finalizers/-', value: FINALIZER_EXTENSION },
  ], FIELD_MANAGER);
  // The change comes back as an event, and that is the next turn. Where another client was first, that is an event, too.
  if (isSettled(answer)) return;
  const why = wordsOfAnswer(answer, 'its kind is not served');
  throw new BoxcutterError('extension-refused', 'server', `ClusterExtension ${name} could not be written: ${why}`);
}

async function chosen(extension: LiveExtension, states: RevisionStates, place: ExtensionPlace): Promise<Choice> {
  const { version = '', upgradeConstraintPolicy } = extension.spec.source.catalog ?? {};
  const world = {
    catalogs: place.catalogs.list(),
    installed: () => othersThan(extension, place),
    cluster: await viewOf(place),
  };
  return chooseBundle({
    states, version, mayGoBack: upgradeConstraintPolicy === 'SelfCertified',
    allows: (one) => isVersionInRange(one, version),
    resolve: (installed) => resolveFor(extension, installed, world),
  });
}

function othersThan({ metadata: { uid } }: LiveExtension, place: ExtensionPlace) {
  return [...place.extensions.list()]
    .filter(({ metadata }) => metadata.uid !== uid && metadata.deletionTimestamp === undefined)
    .flatMap((other) => installedPackageOf(other, revisionsOf(other, place)));
}

function deprecationsOf(choice: Choice, { installed }: RevisionStates): DeprecationFacts {
  const resolution = choice.type === 'none' ? choice.unresolved : choice.type === 'kept' ? choice.resolution : choice.resolved;
  if (resolution.selected.length === 0 || (resolution.failure !== undefined && resolution.candidates.length === 0)) return {};
  const found = installed?.bundle && resolution.candidates.find(({ bundle }) => bundle.name === installed.bundle?.name);
  const said = resolution.failure === undefined ? resolution.deprecations : { channels: [] };
  return { known: { channels: said.channels, ...defined({ package: said.package, bundle: found?.bundle.deprecation }) } };
}
