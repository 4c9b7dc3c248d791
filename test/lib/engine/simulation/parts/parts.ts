/** Parts that worlds share: equal parts are one object in all worlds that are kept, so that what follows from a part is found out once. */
import { intern, nameOfProcess, nameOfServer } from './names';
import type { Process } from '../process';
import type { Server } from '../server/api-server';
import type { World } from '../world';

/** Worlds of equal name have the same future. */
export function nameOf({ server, records, processes, reached, holder, faults, disturbed }: World): string {
  return [
    nameOfServer(server), records.map(intern)
      .join(), reached.map(intern).join(), holder, faults, disturbed, ...processes.map(nameOfProcess),
  ].join('\n');
}

/** Keeps one object of each part. */
export class Parts {
  private readonly servers = new Map<string, Server>();
  private readonly processes: Map<string, Process>[] = [];

  /** The same world, with the parts of the first world that had equal ones. */
  shared(world: World): World {
    // Of servers with the same objects, one may have counted further.
    const server = first(this.servers, `${nameOfServer(world.server)}/${world.server.version}`, world.server);
    const processes = world.processes.map((process, role) => {
      return process === undefined ? undefined : first(this.processes[role] ??= new Map(), nameOfProcess(process), process);
    });
    return { ...world, server, processes };
  }
}

function first<Part>(known: Map<string, Part>, name: string, part: Part): Part {
  const found = known.get(name);
  if (found === undefined) known.set(name, part);
  return found ?? part;
}
