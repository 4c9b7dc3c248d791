/** Which objects of a rollout have been as desired and ready at some time of it: what a later phase may build on. */
import { jsonEqual } from '../../../../lib/engine';
import type { Server } from './server/api-server';
import type { Process } from './process';
import type { Role } from './roles';

/** What is read of a world. */
interface Reachable {
  readonly server: Server;
  readonly processes: readonly (Process | undefined)[];
  readonly reached: readonly (readonly string[])[];
}

/** The same list as before when nothing was added. */
export function reached(world: Reachable, role: Role, index: number): readonly string[] {
  const before = world.reached[index] ?? [];
  const process = world.processes[index];
  if (process === undefined) return before;
  const more = process.state.task.items.filter(({ key }) => !before.includes(key) && isAsDesired(world, role, process, key));
  return more.length === 0 ? before : [...before, ...more.map(({ key }) => key)].sort();
}

/** Ours with the content that we want and ready, or a newer revision's. */
export function isAsDesired({ server }: Pick<Reachable, 'server'>, role: Role, { built, state }: Process, key: string): boolean {
  const live = server.objects.get(key);
  const wanted = built.desired.get(key);
  if (live === undefined || wanted === undefined) return false;
  const { ownership: { relation, revision = 0 }, ready, terminating } = role.view(live);
  if (relation === 'sibling' && revision > state.task.revision) return true;
  return relation === 'ours' && !terminating && ready.status === 'pass' && jsonEqual(live['data'], wanted['data'])
    && jsonEqual(live.metadata.labels, wanted.metadata.labels);
}
