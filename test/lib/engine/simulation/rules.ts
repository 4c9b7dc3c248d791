/**
 * The rules that hold on every path, after every single thing that happens: what is never done. Each gets the world before and after.
 */
import { keyOf } from '../../../../lib/api';
import { isFailure } from '../../../../lib/engine';
import { pendingOf, settledOf } from '../../../../lib/engine/core/state/entry';
import { wishOfItem } from '../../../../lib/engine/core/wish';
import { isAsDesired } from './reached';
import type { Process } from './process';
import type { Role } from './roles';
import { STOPPED, type Happened, type Scenario, type Simulation, type World } from './world';

export const RULES = {
  S1: 'nothing is deleted or let go that is not ours, that another run wants, or that is to live',
  S2: 'what is kept or adopted is never made anew, unless it may be replaced; what is not ours is not replaced',
  S3: 'a phase is written when every phase before it was as desired and ready in this rollout',
  S4: 'what goes, goes in reverse order, after everything else is ready',
  S5: 'Prevent: what is not ours is not changed, and its presence stops everything',
  S6: 'a lower revision, or a run that lost the extension, takes nothing from the newer one',
  S7: 'what is paused, or only to be told, is not written',
  S8: 'the record names every object of ours that exists',
  S9: 'a run that ends early sends no new write, except to create what it has deleted itself in order to replace it',
  L1: 'every path ends, and as desired after at most one more run; what a run says is true',
  L2: 'where everything is as desired, nothing is sent; undisturbed, every object costs one write',
  L3: 'an object that fails delays no other of its phase',
  L4: 'a run that ends early leaves nothing deleted that it replaces, unless the time for that is up',
} as const;

export type Rule = keyof typeof RULES;

export interface Violation {
  readonly rule: Rule;
  readonly what: string;
}

export function check(simulation: Simulation, before: World, after: World, happened: Happened): Violation | undefined {
  const { scenario } = simulation;
  const isSame = after.server === before.server && after.records === before.records;
  return stored(simulation, before, happened) ?? (isSame ? undefined : recorded(scenario, after)) ?? sentLate(before, after, happened)
    ?? halfReplaced(simulation, before, after, happened) ?? ended(scenario, before, after, happened);
}

/** A run that was ending already has sent something. What another client was faster to delete is found gone by our own delete. */
function sentLate({ processes: before }: World, { processes, disturbed }: World, { role: index = 0 }: Happened): Violation | undefined {
  const [was, process] = [before[index], processes[index]];
  if (was === undefined || process === undefined || (was.state.stopping === undefined && was.state.ending !== true)) return undefined;
  const late = [...process.waiting, ...process.sent].filter(({ id }) => id >= was.state.nextId);
  const wrong = late.find(({ key, request: { type } }) => (
    type !== 'read' && !(type === 'create' && (disturbed || process.wrote.includes(`replace ${key}`)))
  ));
  return wrong === undefined ? undefined : { rule: 'S9', what: `${wrong.request.type} ${wrong.key} was sent by a run that was ending` };
}

/** A run that was told to stop, or that has failed, has just ended: is something deleted that it was to replace? */
function halfReplaced(
  { scenario, locked }: Simulation, before: World, { server, processes, disturbed }: World, { role: index }: Happened,
): Violation | undefined {
  const process = index === undefined ? undefined : processes[index];
  const was = index === undefined ? undefined : before.processes[index];
  if (process === undefined || was?.state.status !== 'running' || process.state.status === 'running') return undefined;
  const { late, state, wrote } = process;
  if (locked || disturbed || late === true || scenario.roles.length > 1) return undefined;
  if (state.status !== 'failed' && state.stopping !== STOPPED) return undefined;
  const left = state.task.items.find(({ key }) => {
    if (!wrote.includes(`replace ${key}`) || settledOf(state.entries.get(key)) !== undefined) return false;
    const live = server.objects.get(key);
    return live === undefined || live.metadata.deletionTimestamp !== undefined;
  });
  return left === undefined ? undefined : { rule: 'L4', what: `the run has deleted ${left.key}, and ended before it had created it again` };
}

/** A request of ours has changed the server. */
function stored({ scenario, locked }: Simulation, before: World, { role: index = 0, stored: done }: Happened): Violation | undefined {
  const { server, processes, reached, holder, disturbed } = before;
  if (done === undefined || done.changes.length === 0) return undefined;
  const { key, request } = done.sent;
  const role = scenario.roles[index] as Role;
  const { built: { task } } = processes[index] as Process;
  const item = task.items.find((candidate) => candidate.key === key);
  const removal = task.removals.find((candidate) => candidate.key === key);
  const live = server.objects.get(key);
  const view = live === undefined ? undefined : role.view(live);
  const found = (rule: Rule, what: string): Violation => ({ rule, what: `${key} ${what}` });
  const goes = request.type === 'delete' || request.type === 'release' || request.type === 'replace';
  const isReplaced = request.type === 'replace' && item?.replaces === true;

  if (scenario.quiet === true) return found('S7', 'was written by a run that is only to tell');
  if (item?.paused === true || scenario.paused?.includes(key) === true) return found('S7', 'is paused, and was written');
  if (scenario.orphans?.includes(key) === true && request.type === 'delete') return found('S1', 'is to live, and was deleted');
  if (locked && holder !== index) {
    if (goes) return found('S1', 'was deleted by a run that had lost the extension to another that wants it');
    return found('S6', 'was written by a run that had lost the extension');
  }
  if (goes && item !== undefined && !isReplaced) return found('S2', 'is kept, and was deleted');
  if (request.type === 'release' && view !== undefined && view.ownership.relation !== 'ours' && !view.ownership.listed) {
    return found('S1', 'is not ours, and was let go');
  }
  const isElder = view !== undefined && view.ownership.relation === 'sibling' && (view.ownership.revision ?? 0) < task.revision;
  if (isReplaced && view?.ownership.relation !== 'ours' && !isElder) return found('S1', 'is not ours, and was deleted to be replaced');
  if (request.type === 'delete' && view !== undefined && view.ownership.relation !== 'ours') {
    return found('S1', 'is not ours, and was deleted');
  }
  if (view !== undefined && view.ownership.relation === 'sibling' && (view.ownership.revision ?? 0) > task.revision && !goes) {
    return found('S6', 'is managed by a newer revision, and was taken back');
  }
  if (view !== undefined && task.owned === false && (view.ownership.revision ?? 0) > task.revision) {
    return found('S6', 'carries a newer number, and was taken back');
  }
  if (item !== undefined) {
    const isForeign = view !== undefined && (view.ownership.relation === 'none' || view.ownership.relation === 'other');
    if (isForeign && item.protection === 'Prevent') return found('S5', 'is not ours, and was written');
    if (scenario.refused === true && !disturbed) return found('S5', 'was written although another object of the revision is not ours');
    const early = task.items.find((other) => other.phase < item.phase && reached[index]?.includes(other.key) !== true);
    return early === undefined ? undefined : found('S3', `was written before ${early.key} of an earlier phase was ready`);
  }
  if (removal === undefined) return found('S1', 'is no part of the task, and was written');
  const unready = task.items.find((other) => reached[index]?.includes(other.key) !== true);
  if (unready !== undefined) return found('S4', `was deleted before ${unready.key} was ready`);
  const later = task.removals.find((other) => {
    const there = server.objects.get(other.key);
    return other.order > removal.order && there !== undefined && role.view(there).ownership.relation === 'ours';
  });
  return later === undefined ? undefined : found('S4', `was deleted before ${later.key} of a later phase`);
}

function recorded({ roles }: Scenario, { server, records, processes }: World): Violation | undefined {
  for (const [index, { record, view }] of roles.entries()) {
    if (processes[index] === undefined) continue;
    for (const [key, live] of server.objects) {
      if (view(live).ownership.relation !== 'ours' || records[record]?.some(({ ref }) => key === keyOf(ref)) === true) continue;
      return { rule: 'S8', what: `${key} exists and is ours, and the record does not name it` };
    }
  }
  return undefined;
}

/** A run has just ended. */
function ended(
  scenario: Scenario, before: World, { server, processes, disturbed, faults }: World, { role: index }: Happened,
): Violation | undefined {
  const process = index === undefined ? undefined : processes[index];
  const was = index === undefined ? undefined : before.processes[index];
  if (index === undefined || process === undefined || was?.state.status !== 'running' || process.state.status === 'running') {
    return undefined;
  }
  const { state } = process;
  if (state.status === 'failed' && state.preflight === 'passed' && state.ending !== true) return delayed(process);
  if (state.status !== 'complete' || state.task.dryRun || disturbed || scenario.roles.length > 1) return undefined;
  const role = scenario.roles[index] as Role;
  for (const { key } of state.task.items) {
    if (!isAsDesired({ server }, role, process, key)) {
      return { rule: 'L1', what: `the run says that it is complete, and ${key} is not as desired` };
    }
    const said = settledOf(state.entries.get(key))?.action;
    const did = process.wrote.filter((write) => write.split(' ')[1] === key && !write.endsWith('in vain'));
    // A request that arrives twice: the refusal of the second may come first, and who made the object cannot be told.
    if (process.wrote.includes(`repeated ${key}`)) continue;
    const isTrue = said === 'Unchanged' || said === 'Released'
      ? did.length === 0
      : said !== 'Created' || did.some((write) => write.startsWith('create'));
    if (!isTrue) return { rule: 'L1', what: `the run says that ${key} is ${said ?? ''}, and it did: ${did.join(', ')}` };
  }
  const left = state.task.removals.find(({ key }) => {
    const live = server.objects.get(key);
    return live !== undefined && role.view(live).ownership.relation === 'ours';
  });
  if (left !== undefined) return { rule: 'L1', what: `the run says that it is complete, and ${left.key} is still there` };
  const keys = process.wrote.map((write) => write.split(' ')[1] ?? '');
  const twice = faults > 0 || scenario.costly === true ? undefined : keys.find((key, index) => keys.indexOf(key) !== index);
  return twice === undefined ? undefined : { rule: 'L2', what: `${twice} was written more than once, although nothing had gone wrong` };
}

function delayed({ state }: Process): Violation | undefined {
  const failed = state.task.items.find(({ key }) => isFailure(settledOf(state.entries.get(key))));
  // What a dry run refuses keeps the whole phase from being written, and that is meant.
  if (failed === undefined || state.task.items.some(({ key }) => state.entries.get(key)?.dryRun === 'failed')) return undefined;
  const others = state.task.items.filter((item) => item.phase === failed.phase && item.paused !== true);
  const late = others.find((item) => {
    const entry = state.entries.get(item.key);
    return entry !== undefined && settledOf(entry) === undefined
      && (pendingOf(entry) !== undefined || wishOfItem(state.task, item, entry).type === 'send');
  });
  return late === undefined ? undefined : {
    rule: 'L3',
    what: `the run ended because ${failed.key} had failed, and ${late.key} of the same phase had not been done`,
  };
}
