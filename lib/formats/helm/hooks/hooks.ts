/**
 * Hooks of a chart: objects that helm applies before or after all others, by weight. Here they are objects of phases of their own; what
 * helm does at other times (tests, deletion, rollback) has no place in a revision (docs/charts.md).
 */
import { defined } from '../../../defined';
import type { PhaseSource, SourceObject } from '../../../revision';
import type { Issue } from '../../../issue';
import type { HookNotRun } from '../../../api';
import { type Hook, hookOf, lasting } from './hook';
import { nameHooks } from './hook-names';
import { remarksOn } from './hook-remarks';
import { hooksNotRun } from './not-run';
import { releaseNameOf } from '../release-name';
import type { RenderedObject } from '../rendered';

export interface HookOptions {
  /** Both are part of the names of phases, so that charts do not meet in one. */
  readonly releaseName: string;
  readonly chartName: string;
  /** Whether hooks of upgrades are meant, not those of installations. */
  readonly upgrade: boolean;
}

export interface Phased {
  readonly objects: readonly SourceObject[];
  readonly phases: readonly PhaseSource[];
  readonly issues: readonly Issue[];
  readonly hooksNotRun: readonly HookNotRun[];
}

/** Puts hooks into phases around the standard ones, and definitions of `crds/` before the first hook, as helm has it. */
export function phaseHooks(rendered: readonly RenderedObject[], options: HookOptions): Phased {
  const hooks = new Map(rendered.flatMap((object) => {
    const hook = hookOf(object, options.upgrade);
    return hook === undefined ? [] : [[object, hook] as const];
  }));
  const definitions = rendered.filter(({ isDefinition, manifest }) => isDefinition && manifest['kind'] === 'CustomResourceDefinition');
  const planned = plan([...hooks.values()], definitions, options);
  const phaseOf = new Map(planned.flatMap(({ source, members }) => members.map((member) => [member, source.name] as const)));
  const { names, awaited } = nameHooks([...hooks.values()], rendered);
  const objects = rendered.flatMap((object): SourceObject[] => {
    const hook = hooks.get(object);
    const phase = phaseOf.get(object);
    if (hook !== undefined && phase === undefined) return [];
    const named = hook === undefined ? { manifest: object.manifest } : (names.get(hook) ?? { manifest: lasting(hook) });
    return [{ ...named, origin: object.origin, ...defined({ phase }) }];
  });
  return {
    objects,
    phases: planned.map(({ source }) => source),
    issues: remarksOn([...hooks.values()], awaited),
    hooksNotRun: hooksNotRun([...hooks.values()]),
  };
}

interface PlannedPhase {
  readonly source: PhaseSource;
  readonly members: readonly RenderedObject[];
}

function plan(hooks: readonly Hook[], definitions: readonly RenderedObject[], { releaseName, chartName }: HookOptions): PlannedPhase[] {
  const label = releaseNameOf((releaseName === chartName
    ? chartName
    : `${releaseName}-${chartName}`).toLowerCase().replace(/[^a-z0-9]+/g, '-'));
  const before = groupsOf(hooks.filter(({ stage }) => stage === 'pre'));
  const after = groupsOf(hooks.filter(({ stage }) => stage === 'post'));
  // Definitions come early only where a hook might need them.
  const first = before.length === 0 || definitions.length === 0 ? [] : [{ name: `crds-${label}`, members: definitions }];
  const named = (groups: readonly (readonly RenderedObject[])[], stage: string) => groups.map((members, index) => ({
    name: `${stage}-${index + 1}-${label}`,
    members,
  }));
  return [
    ...inOrder([...first, ...named(before, 'pre')], 'namespaces', { before: ['policies'] }),
    ...inOrder(named(after, 'post'), 'resources', {}),
  ].map(({ source, members }) => ({ source: { ...source, origin: { source: `chart ${chartName}` } }, members }));
}

/** Each after the one before it, the first after a standard phase. */
function inOrder(
  phases: readonly { readonly name: string; readonly members: readonly RenderedObject[] }[],
  start: string,
  place: Pick<PhaseSource, 'before'>,
) {
  return phases.map(({ name, members }, index) => ({ source: { name, after: [phases[index - 1]?.name ?? start], ...place }, members }));
}

/** In the order in which helm runs them: by weight. Of one weight, what runs comes after what else there is: it is likely to need that. */
function groupsOf(hooks: readonly Hook[]): readonly (readonly RenderedObject[])[] {
  const groups = new Map<number, RenderedObject[]>();
  for (const { object, weight, runs } of hooks) {
    const place = weight * 2 + (runs ? 1 : 0);
    groups.set(place, [...(groups.get(place) ?? []), object]);
  }
  return [...groups].sort(([a], [b]) => a - b).map(([, group]) => group);
}
