/**
 * What approving a pending upgrade would do is worked out once for what it depends on, and put into its status; with it the content that
 * is approved. Neither can stand in the way of the upgrade: what goes wrong is told there, and tried again.
 */
import { createHash } from 'node:crypto';
import { messageOf } from '../../../errors';
import { noteChanges } from '../../approval';
import type { Approved } from '../approve';
import { type Choice, isSame } from '../choose-bundle';
import { InvalidConfiguration } from '../content';
import { disown } from './disown';
import type { ExtensionPlace } from '../place';
import { contentFor, prepared } from '../prepare';
import { previewOf } from './preview';
import type { LiveExtension, RevisionStates } from '../revision-facts';

export interface LookedAhead {
  /** What is recorded as the content of the upgrade. Absent: nothing is, or it is no upgrade. */
  readonly content?: string;
  readonly againInMs?: number;
}

/** What could not be worked out is tried again after so long, however often there is a turn. */
const AGAIN_MS = 60_000;

/** @param choice what was found, whether it is approved or not */
export async function lookAhead(
  extension: LiveExtension, states: RevisionStates, choice: Choice, { pending, choice: { type } }: Approved, place: ExtensionPlace,
): Promise<LookedAhead> {
  const { installed, rollingOut } = states;
  if (pending === undefined || installed?.bundle === undefined || choice.type === 'none' || type === 'none') return {};
  const recorded = pending.content === undefined ? {} : { content: pending.content };
  const isUnderWay = rollingOut.some(({ bundle }) => bundle !== undefined && isSame(bundle, choice.bundle));
  // What is about to go, or goes already, needs no second look.
  if (isUnderWay || (pending.isApproved && pending.content !== undefined)) return recorded;
  const asked = await prepared(extension, choice, place);
  const standing = [installed, ...rollingOut.filter(({ number }) => number > installed.number)];
  const basis = basisOf([
    typeof asked === 'string' ? asked : asked.request, choice.bundle.reference ?? '', ...standing.map(({ name, uid }) => `${name} ${uid}`),
    extension.spec.install?.preflight?.crdUpgradeSafety?.enforcement ?? '',
  ]);
  if (pending.basis === basis) return recorded;
  const { version: from } = installed.bundle;
  if (typeof asked === 'string') {
    await noteChanges(pending, { basis, from, problem: asked }, place);
    return recorded;
  }
  const waitMs = (place.lookAgainAt.get(pending.uid) ?? 0) - place.clock.monotonic();
  if (waitMs > 0) return { ...recorded, againInMs: waitMs };
  place.lookAgainAt.delete(pending.uid);
  // What was pulled is what will be approved, whatever is wrong with it.
  let known = recorded;
  try {
    const content = await contentFor(extension, choice, asked, { number: (states.all.at(-1)?.number ?? 0) + 1, previous: [] }, place);
    if (pending.content !== undefined && pending.content !== content.source) {
      await disown(extension, choice.bundle, { recorded: pending.content, found: content.source }, pending, place);
      return recorded;
    }
    known = { content: content.source };
    const changes = await previewOf({
      extension, basis, from, standing, content, isConfidential: asked.isConfidential,
      ...(asked.config === undefined ? {} : { config: asked.config }),
      ...(installed.bundle.reference === undefined ? {} : { installedReference: installed.bundle.reference }),
    }, place);
    await noteChanges(pending, changes, place);
    return known;
  } catch (error) {
    if (error instanceof InvalidConfiguration) {
      await noteChanges(pending, { ...known, basis, from, problem: error.message }, place);
      return known;
    }
    place.lookAgainAt.set(pending.uid, place.clock.monotonic() + AGAIN_MS);
    await noteChanges(pending, { ...known, from, problem: messageOf(error) }, place);
    return { ...known, againInMs: AGAIN_MS };
  }
}

function basisOf(parts: readonly string[]): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}
