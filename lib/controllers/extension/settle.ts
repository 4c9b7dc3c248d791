/** From the bundle that was chosen to what is on the cluster: a revision where one is due, or a release of helm. */
import type { KubeObject } from '../../api';
import { defined } from '../../defined';
import { BoxcutterError, isBoxcutterError, messageOf } from '../../errors';
import { checkCrdUpgrades, crdUpgradeError } from '../../guards';
import { isSameVersion } from '../approval';
import { requireAuthorized } from './account';
import type { Approved } from './approve';
import { InvalidConfiguration } from './content';
import { makeDependencies, type MakingPlace, type Needed, neededFor, unexpected, waitingText } from './dependencies';
import { generationOf } from './generate';
import { applyByHelm, isApplied, nextNumber, WAITS_FOR_GATE } from './helm';
import type { Outcome } from './outcome';
import type { ExtensionPlace } from './place';
import { contentFor, prepared } from './prepare';
import { disown, type LookedAhead } from './preview';
import type { LiveExtension, RevisionBundle, RevisionStates } from './revision-facts';
import { heldAfterRollback, markerOfReturn } from './rollback';
import { republished } from './republished';
import { tidy } from './tidy';
import { FIELD_MANAGER, writeRevision } from './write-revision';

export interface Settled {
  readonly outcome: Outcome;
  /** Why the turn has to be repeated. */
  readonly error?: Error;
}

export async function settle(
  extension: LiveExtension, states: RevisionStates, { choice, pending, approval, content: approved }: Approved, looked: LookedAhead,
  place: ExtensionPlace,
): Promise<Settled> {
  if (choice.type === 'none') return { outcome: { type: 'unresolved', unresolved: choice.unresolved } };
  const { bundle } = choice;
  // What the upgrade was when it was looked at; nothing else is compared with it.
  const isOfPending = pending !== undefined && isSameVersion(pending.bundle, bundle);
  const recorded = isOfPending ? looked.content : undefined;
  if (isOfPending && looked.disowned !== undefined) return { outcome: { type: 'failed', bundle, message: looked.disowned } };
  try {
    const asked = await prepared(extension, choice, place);
    if (typeof asked === 'string') return { outcome: { type: 'invalid-configuration', bundle, message: asked } };
    const { request } = asked;
    const isByHelm = !place.mayRollOut;
    const generation = generationOf(states, request);
    const held = isByHelm || generation.type === 'unchanged' ? undefined : heldAfterRollback(extension, states, choice, request);
    const isUnchanged = isByHelm ? isApplied(extension, states, request) : generation.type === 'unchanged';
    if (isUnchanged || held !== undefined) {
      await tidy(extension, states, place);
      const made = (states.rollingOut.at(-1) ?? states.installed)?.bundle;
      return { outcome: { type: 'done', ...defined({ remark: held ?? republished(bundle, made) }) } };
    }
    const { helm } = place;
    if (isByHelm && helm === undefined) return { outcome: { type: 'blocked', bundle, message: WAITS_FOR_GATE } };
    const needed = await neededFor(extension, states, choice, place);
    const added = recorded === undefined || needed?.type !== 'known' ? [] : unexpected(needed.brought, looked.brings ?? []);
    if (added.length > 0) {
      return { outcome: { type: 'failed', bundle, message: await disown(extension, bundle, { packages: added }, pending, place) } };
    }
    const waits = await waitFor(needed, extension, bundle, place);
    if (waits !== undefined) return { outcome: waits };
    const { number, previous } = isByHelm || generation.type === 'unchanged'
      ? { number: nextNumber(extension, states), previous: [] } : generation;
    const rollback = markerOfReturn(states, bundle);
    const notes = defined({ rollback, approval: isOfPending ? approval : undefined });
    const content = await contentFor(extension, choice, asked, { number, previous, ...notes }, place);
    const other = recorded === undefined ? undefined
      : content.source !== recorded ? { recorded, found: content.source }
        : looked.rendered !== undefined && content.rendered !== looked.rendered ? { rendered: content.rendered } : undefined;
    if (other !== undefined) {
      return { outcome: { type: 'failed', bundle, message: await disown(extension, bundle, other, pending, place) } };
    }
    const allowed = approved ?? (rollback === undefined ? undefined : bundle.content);
    if (allowed !== undefined && content.source !== allowed) {
      const when = approved === undefined ? `revision ${rollback?.of ?? ''} had it` : 'it was approved';
      return { outcome: { type: 'blocked', bundle, message: otherContent(bundle, allowed, content.source, when) } };
    }
    const objects = content.resolved.phases.flatMap((phase) => phase.objects.map(({ object }) => object));
    await requireAuthorized(extension, objects, place.target);
    await refuseUnsafe(extension, objects, place);
    if (isByHelm && helm !== undefined) {
      await applyByHelm(extension, content, bundle, request, { ...place, helm });
      place.log.info({ extension: extension.metadata.name, bundle: bundle.name }, 'applied by helm');
      return { outcome: { type: 'done' } };
    }
    const written = await writeRevision(place.cluster, extension, content);
    place.revisions.note(written);
    place.log.info({ extension: extension.metadata.name, revision: written.metadata.name, bundle: bundle.name }, 'revision made');
    place.events.record(extension, {
      type: 'Normal', reason: 'RevisionMade', action: 'Rollout',
      note: `Revision ${number} rolls out ${bundle.name} (version ${bundle.version}).`,
    });
    return { outcome: { type: 'done' } };
  } catch (error) {
    return { outcome: outcomeOf(error, bundle), ...defined({ error: isOver(error) ? undefined : asError(error) }) };
  }
}

/** Only the objects of what was approved are kept, not the bundle, so that it cannot be configured anew. */
function otherContent({ version }: RevisionBundle, before: string, found: string, when: string): string {
  return `Version ${version} was ${before} in the catalog when ${when}, and is ${found} now. What is installed stays as it is, `
    + 'also its configuration, until another version is approved, or spec.upgradeApproval lets everything go.';
}

/** What it needs that is still to come; what is missing is made. Undefined: nothing, or it does not ask for it. */
async function waitFor(
  needed: Needed | undefined, extension: LiveExtension, bundle: RevisionBundle, place: ExtensionPlace,
): Promise<Outcome | undefined> {
  if (needed === undefined) return undefined;
  if (needed.type === 'impossible') return { type: 'failed', bundle, message: needed.message };
  const making: MakingPlace = {
    cluster: place.cluster, events: place.events, fieldManager: FIELD_MANAGER, watchSelector: place.watchSelector,
  };
  const names = await makeDependencies(extension, needed.missing, place.extensions.list(), making);
  const before = needed.missing.filter(({ isInCycle }) => !isInCycle);
  return before.length === 0 ? undefined : { type: 'waiting', message: waitingText(before, (name) => names.get(name) ?? name) };
}

async function refuseUnsafe(
  { spec: { install } }: LiveExtension, objects: readonly KubeObject[], { target: { cluster } }: ExtensionPlace,
): Promise<void> {
  if (install?.preflight?.crdUpgradeSafety?.enforcement === 'None') return;
  const error = crdUpgradeError(await checkCrdUpgrades(objects, cluster), { from: 'path' });
  if (error === undefined) return;
  const way = 'To upgrade all the same, set spec.install.preflight.crdUpgradeSafety.enforcement to None; data may be lost.';
  throw new BoxcutterError(error.code, error.category, `${error.message}\n${way}`, { details: error.details, cause: error });
}

function outcomeOf(error: unknown, bundle: RevisionBundle): Outcome {
  const message = messageOf(error);
  if (error instanceof InvalidConfiguration) return { type: 'invalid-configuration', bundle, message };
  return { type: isBlocked(error) ? 'blocked' : 'failed', bundle, message };
}

/** Nothing that is tried again would help. */
function isBlocked(error: unknown): boolean {
  return isBoxcutterError(error) && (error.code === 'image-reference-invalid' || error.code === 'catalog-image-missing');
}

function isOver(error: unknown): boolean {
  return error instanceof InvalidConfiguration || isBlocked(error);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
