/** Are our kinds there, as these controllers know them? They are waited for, so that a process need not be started anew. */
import { isDeepStrictEqual } from 'node:util';
import { type KubeObject, refOf } from '../../api';
import type { KubeLane } from '../../kube';
import { crds } from '../../kinds';
import type { Log } from '../process';
import { type DefinitionTrouble, troubleOf, wordsOfTrouble } from './check';

export interface DefinitionsPlace {
  readonly cluster: Pick<KubeLane, 'get' | 'observe'>;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Waits for our definitions. While it waits, `troubles` says for what. */
export class Definitions {
  private readonly found = new Map<string, DefinitionTrouble>();

  constructor(private readonly place: DefinitionsPlace) {}

  /** What has to be done before anything can begin, a sentence each. */
  get troubles(): readonly string[] {
    return [...this.found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, trouble]) => wordsOfTrouble(trouble));
  }

  /** Resolves when all are there; at once where they are, and where we may not look. Also resolves when the signal fires. */
  async ready(): Promise<void> {
    await Promise.all(crds().map((ours) => this.readyOne(ours)));
  }

  private async readyOne(ours: KubeObject): Promise<void> {
    const answer = await this.place.cluster.get(refOf(ours));
    if (answer.type === 'refused' || answer.type === 'unserved') return;
    if (answer.type !== 'lost' && this.look(ours, answer.type === 'object' ? answer.object : undefined)) return;
    await this.appears(ours);
  }

  private appears(ours: KubeObject): Promise<void> {
    const { cluster, signal } = this.place;
    const { apiVersion, kind, name } = refOf(ours);
    return new Promise((resolve) => {
      let live: KubeObject | undefined;
      const end = (): void => {
        signal.removeEventListener('abort', end);
        subscription.close();
        resolve();
      };
      const look = (): void => {
        if (this.look(ours, live)) end();
      };
      const subscription = cluster.observe({ apiVersion, kind, name }, {
        changed: (object) => { live = object; look(); },
        removed: () => { live = undefined; look(); },
        synced: look,
        failed: (_problem, retrying) => { if (!retrying) end(); },
      });
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
    });
  }

  /** @returns whether it is as it has to be */
  private look(ours: KubeObject, live: KubeObject | undefined): boolean {
    const { name = '' } = ours.metadata;
    const trouble = troubleOf(ours, live);
    if (trouble === undefined) {
      this.found.delete(name);
      return true;
    }
    if (!isDeepStrictEqual(this.found.get(name), trouble)) {
      const words = wordsOfTrouble(trouble);
      if (trouble.type === 'lacking' || trouble.type === 'no-version') this.place.log.error({ definition: name }, words);
      else this.place.log.warn({ definition: name }, words);
    }
    this.found.set(name, trouble);
    return false;
  }
}
