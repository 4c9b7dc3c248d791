/** What a choice needs beside itself, where its extension asks for that to be installed with it. Reads only. */
import { isFree, isSameVersion } from '../../approval';
import type { Choice } from '../choose-bundle';
import { type ExtensionPlace, releaseSeen, revisionsOf, viewOf } from '../place';
import { installedPackageOf } from '../resolving';
import type { LiveExtension, RevisionStates } from '../revision-facts';
import { type BroughtPackage, missingPackages, type Needed } from './missing';

/** Undefined: it is not asked for, or there is nothing that could be needed. */
export async function neededFor(
  extension: LiveExtension, { installed, rollingOut }: RevisionStates, choice: Choice, place: ExtensionPlace,
): Promise<Needed | undefined> {
  if (choice.type !== 'resolved' || extension.spec.source.catalog?.dependencies !== 'Install') return undefined;
  // Where somebody has to approve: what its catalog says by now that it needs was not said when it was approved.
  const isStanding = installed !== undefined
    && [installed, rollingOut.at(-1)].some((one) => one?.bundle !== undefined && isSameVersion(one.bundle, choice.bundle));
  if (isStanding && !isFree(extension.spec.upgradeApproval ?? place.upgradeRule)) return undefined;
  const others = [...place.extensions.list()].filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const needed = missingPackages(extension, choice.resolved, {
    catalogs: place.catalogs.list(),
    installed: others.flatMap((one) => installedPackageOf(one, revisionsOf(one, place), releaseSeen(one, place))),
    cluster: await viewOf(place),
  });
  if (needed.type === 'impossible') return needed;
  // Somebody has asked for those already.
  const asked = new Set(others.map(({ spec }) => spec.source.catalog?.packageName));
  return { ...needed, brought: needed.brought.filter(({ packageName }) => !asked.has(packageName)) };
}

/** What was not there when it was looked at for approval. */
export function unexpected(brought: readonly BroughtPackage[], looked: readonly string[]): readonly string[] {
  return brought.map(({ packageName }) => packageName).filter((one) => !looked.includes(one));
}
