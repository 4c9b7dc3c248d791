/**
 * What approving a pending upgrade would do is worked out once for what it depends on, and put into its status; with it the content that
 * is approved. Neither can stand in the way of the upgrade: what goes wrong is told there, and tried again.
 */
import { createHash } from 'node:crypto';
import { defined } from '../../../defined';
import { messageOf } from '../../../errors';
import { noteChanges, type UpgradeChanges } from '../../approval';
import type { Approved } from '../approve';
import { type Choice, isSame } from '../choose-bundle';
import { InvalidConfiguration } from '../content';
import { type BroughtPackage, neededFor, unexpected } from '../dependencies';
import { disown } from './disown';
import type { ExtensionPlace } from '../place';
import { contentFor, prepared } from '../prepare';
import { previewOf } from './preview';
import type { LiveExtension, RevisionStates } from '../revision-facts';
import { shortValue } from '../short-value';

export interface LookedAhead {
  /** What is recorded as the content of the upgrade. Absent: nothing is, or it is no upgrade. */
  readonly content?: string;
  /** Digest of the objects that were rendered of it. */
  readonly rendered?: string;
  /** Names of packages that come along with that content. */
  readonly brings?: readonly string[];
  /** Its content is another one by now, and its pending upgrade is gone: what has happened, as a sentence. */
  readonly disowned?: string;
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
  const recorded = pending.content === undefined ? {}
    : { content: pending.content, brings: pending.brings ?? [], ...defined({ rendered: pending.rendered }) };
  const isUnderWay = rollingOut.some(({ bundle }) => bundle !== undefined && isSame(bundle, choice.bundle));
  // What is about to go, or goes already, needs no second look.
  if (isUnderWay || (pending.isApproved && pending.content !== undefined)) return recorded;
  const asked = await prepared(extension, choice, place);
  const needed = await neededFor(extension, states, choice, place);
  const brought = needed?.type === 'known' ? needed.brought : [];
  const added = unexpected(brought, pending.brings ?? []);
  if (pending.content !== undefined && added.length > 0) {
    return { ...recorded, disowned: await disown(extension, choice.bundle, { packages: added }, pending, place) };
  }
  const standing = [installed, ...rollingOut.filter(({ number }) => number > installed.number)];
  const basis = basisOf([
    typeof asked === 'string' ? asked : asked.request, choice.bundle.reference ?? '', ...standing.map(({ name, uid }) => `${name} ${uid}`),
    extension.spec.install?.preflight?.crdUpgradeSafety?.enforcement ?? '', JSON.stringify(needed ?? ''),
  ]);
  if (pending.basis === basis) return recorded;
  const { version: from } = installed.bundle;
  const problem = typeof asked === 'string' ? asked : needed?.type === 'impossible' ? needed.message : undefined;
  if (typeof asked === 'string' || problem !== undefined) {
    await noteChanges(pending, { basis, from, ...defined({ problem }) }, place);
    return recorded;
  }
  const waitMs = (place.lookAgainAt.get(pending.uid) ?? 0) - place.clock.monotonic();
  if (waitMs > 0) return { ...recorded, againInMs: waitMs };
  place.lookAgainAt.delete(pending.uid);
  const dependencies = brought.map(dependencyOf);
  // What was pulled is what will be approved, whatever is wrong with it.
  let known: LookedAhead = recorded;
  const noted = ({ content, rendered }: LookedAhead): UpgradeChanges => ({ dependencies, ...defined({ content, rendered }) });
  try {
    const content = await contentFor(extension, choice, asked, { number: (states.all.at(-1)?.number ?? 0) + 1, previous: [] }, place);
    if (pending.content !== undefined && pending.content !== content.source) {
      const change = { recorded: pending.content, found: content.source };
      return { ...recorded, disowned: await disown(extension, choice.bundle, change, pending, place) };
    }
    known = { content: content.source, rendered: content.rendered, brings: brought.map(({ packageName }) => packageName) };
    const changes = await previewOf({
      extension, basis, from, standing, content, isConfidential: asked.isConfidential, dependencies,
      ...(asked.config === undefined ? {} : { config: asked.config }),
      ...(installed.bundle.reference === undefined ? {} : { installedReference: installed.bundle.reference }),
    }, place);
    await noteChanges(pending, changes, place);
    return known;
  } catch (error) {
    if (error instanceof InvalidConfiguration) {
      await noteChanges(pending, { ...noted(known), basis, from, problem: error.message }, place);
      return known;
    }
    place.lookAgainAt.set(pending.uid, place.clock.monotonic() + AGAIN_MS);
    await noteChanges(pending, { ...noted(known), from, problem: messageOf(error) }, place);
    return { ...known, againInMs: AGAIN_MS };
  }
}

/** Texts of strangers, which the schema bounds. */
function dependencyOf({ packageName, version, needs }: BroughtPackage): NonNullable<UpgradeChanges['dependencies']>[number] {
  return { package: packageName, version: shortValue(version, 100), needs: shortValue(needs.join(' and ')) };
}

function basisOf(parts: readonly string[]): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}
