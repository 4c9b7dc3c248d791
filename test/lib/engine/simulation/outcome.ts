/**
 * What becomes of the end of a path (liveness): faults are over, and the same command is run once more; then once again, to see that there
 * is nothing left to do.
 */
import { keyOf } from '../../../../lib/api';
import { claim, type InventoryEntry } from '../../../../lib/engine';
import type { Server } from './server/api-server';
import { NO_FAULTS } from './faults';
import type { Process } from './process';
import { isAsDesired } from './reached';
import type { Role } from './roles';
import type { Violation } from './rules';
import { Simulation, type Machine, type Scenario, type World } from './world';

/** One path without faults, to its end. */
export function runOnce(
  role: Role,
  server: Server,
  record: readonly InventoryEntry[],
  machine?: Machine,
  of: Pick<Partial<Scenario>, 'createOnly' | 'stuck'> = {},
): { readonly world: World; readonly sent: number } {
  const records = Array.from({ length: role.record + 1 }, () => record);
  const odd = {
    ...(of.createOnly === undefined ? {} : { createOnly: of.createOnly }),
    ...(of.stuck === undefined ? {} : { stuck: of.stuck }),
  };
  const simulation = new Simulation({ server, records, roles: [role], faults: NO_FAULTS, ...odd }, machine);
  let world = simulation.start();
  let sent = requestsOf(world);
  for (let steps = 0; steps < 2_000; steps += 1) {
    const next = simulation.next(world).find(({ happened }) => happened.label !== 'the deadline passes');
    if (next === undefined) return { world, sent };
    sent += Math.max(0, requestsOf(next.world) - requestsOf(world));
    ({ world } = next);
  }
  throw new Error('the run does not end');
}

function requestsOf({ processes }: World): number {
  return processes.reduce((sum, process) => sum + (process?.sent.length ?? 0) + (process?.waiting.length ?? 0), 0);
}

const judged = new WeakMap<Simulation, Map<string, Violation | undefined>>();

/** Nothing can happen any more: is it well? Ends that are alike are judged once. */
export function judge(simulation: Simulation, world: World): Violation | undefined {
  const stuck = world.processes.findIndex((process) => process?.life === 'running');
  if (stuck !== -1) return { rule: 'L1', what: 'nothing can happen any more, and the run has not ended' };
  const { roles, later = roles[roles.length - 1] as Role } = simulation.scenario;
  if (later === 'none') return undefined;
  const known = judged.get(simulation) ?? new Map<string, Violation | undefined>();
  judged.set(simulation, known);
  const same = JSON.stringify([[...world.server.objects.values()], world.records[later.record]]);
  if (!known.has(same)) known.set(same, settle(simulation, world, later));
  return known.get(same);
}

function settle({ machine, scenario }: Simulation, end: World, role: Role): Violation | undefined {
  const first = runOnce(role, end.server, end.records[role.record] ?? [], machine, scenario).world;
  const [process] = first.processes;
  const { task, status } = (process as Process).state;
  const foreign = task.items.find(({ key, protection }) => {
    const live = end.server.objects.get(key);
    return live !== undefined && claim({
      ownership: role.view(live).ownership,
      revision: task.revision,
      protection,
      owned: task.owned,
    }).type === 'collision';
  });
  if (foreign !== undefined) {
    if (status === 'failed' && first.server.objects.get(foreign.key) === end.server.objects.get(foreign.key)) return undefined;
    return { rule: 'S5', what: `${foreign.key} is not ours, and one more run ends as ${status}` };
  }
  if (status !== 'complete') return { rule: 'L1', what: `one more run ends as ${status}` };
  for (const { key, paused } of task.items) {
    const live = first.server.objects.get(key);
    const view = live === undefined ? undefined : role.view(live);
    if (paused === true || (isAsDesired(first, role, process as Process, key) && view?.toMerge === false)) continue;
    return { rule: 'L1', what: `${key} is not as desired after one more run` };
  }
  const wanted = new Set(task.items.map(({ key }) => key));
  for (const [key, live] of first.server.objects) {
    if (!wanted.has(key) && role.view(live).ownership.relation === 'ours') {
      return { rule: 'L1', what: `${key} is left behind after one more run` };
    }
  }
  const again = runOnce(role, first.server, first.records[role.record] ?? [], machine, scenario);
  const named = (first.records[role.record] ?? []).every(({ ref }) => wanted.has(keyOf(ref)));
  if (!named) return { rule: 'S8', what: 'the record names what has gone' };
  return again.sent === 0 ? undefined : { rule: 'L2', what: `everything is as desired, and another run sends ${again.sent} request(s)` };
}
