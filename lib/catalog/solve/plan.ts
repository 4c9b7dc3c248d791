/** From the options that are chosen to steps, each behind what it needs. */
import { defined } from '../../defined';
import type { Constraint } from '../../formats';
import { compareVersionReleases } from '../../semver';
import type { NeededBy, PackageRequest, PlanStep } from './input';
import { leavesOf, type World } from './world';
import type { Option } from './option';

export function planOf(world: World, chosen: readonly Option[], wanted: readonly PackageRequest[]): readonly PlanStep[] {
  const needed = neededBy(world, chosen);
  const isWanted = (option: Option): boolean => wanted.some(({ packageName }) => packageName === option.packageName);
  const part = chosen.filter((option) => isWanted(option) || option.installed === undefined);
  const parts = new Set([...part, ...part.flatMap((option) => needed.filter(({ by }) => by === option).map(({ option: met }) => met))]);
  return inOrder([...parts].sort(byName), needed).map((option) => {
    const by = needed.filter((one) => one.option === option && parts.has(one.by)).map(({ reason }) => reason);
    return stepOf(world, option, isWanted(option), by);
  });
}

function stepOf(world: World, option: Option, isWanted: boolean, by: readonly NeededBy[]): PlanStep {
  const { packageName, parsed } = option;
  const reasons = { packageName, isWanted, neededBy: by };
  if (option.installed !== undefined) {
    return { action: 'keep', ...reasons, installed: option.installed, ...defined({ catalog: option.catalog, bundle: option.bundle }) };
  }
  const from = world.packages.get(packageName)?.installed;
  const isOlder = from?.parsed !== undefined && parsed !== undefined && compareVersionReleases(parsed, from.parsed) < 0;
  const action = from === undefined ? 'install' : isOlder ? 'downgrade' : 'upgrade';
  return { action, ...reasons, catalog: option.catalog, bundle: option.bundle, ...defined({ from: from?.installed }) };
}

interface Met {
  /** What meets the need, and what has it. */
  readonly option: Option;
  readonly by: Option;
  readonly reason: NeededBy;
}

/** What of the chosen meets which need; a bundle that meets its own needs nothing for it. */
function neededBy(world: World, chosen: readonly Option[]): readonly Met[] {
  return chosen.flatMap((by) => by.needs.flatMap((need) => {
    const meeting = positiveLeaves(need.constraint).flatMap((leaf) => {
      const met = chosen.filter(world.tests.of(leaf));
      return met.includes(by) ? [] : met;
    });
    return [...new Set(meeting)].map((option) => ({ option, by, reason: { packageName: by.packageName, need } }));
  }));
}

function positiveLeaves(constraint: Constraint): ReturnType<typeof leavesOf> {
  if (constraint.form === 'not') return [];
  return constraint.form === 'all' || constraint.form === 'any' ? constraint.of.flatMap(positiveLeaves) : leavesOf(constraint);
}

/** Depth first, so that what is needed comes before; where options need each other, the first by name waits for the others. */
function inOrder(options: readonly Option[], needed: readonly Met[]): readonly Option[] {
  const placed = new Set<Option>();
  const visited = new Set<Option>();
  const place = (option: Option): void => {
    if (visited.has(option)) return;
    visited.add(option);
    const before = needed.filter(({ by }) => by === option).map((one) => one.option).sort(byName);
    for (const one of before) if (options.includes(one)) place(one);
    placed.add(option);
  };
  for (const option of options) place(option);
  return [...placed];
}

function byName(a: Option, b: Option): number {
  return a.packageName < b.packageName ? -1 : Number(a.packageName > b.packageName);
}
