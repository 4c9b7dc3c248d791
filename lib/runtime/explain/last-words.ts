/**
 * The last line that a failing container wrote to its log: mostly the very reason. Who may not read logs, or a node that does not answer,
 * only makes the line missing.
 */
import { asObject, isJsonObject, type JsonObject, type KubeObject } from '../../api';
import { oneLine } from '../../plain-text';

/** `KubeCluster` has it. */
export interface LogReader {
  /** The end of a container's log; undefined: it cannot be had. Never rejects. */
  podLog(pod: { readonly namespace: string; readonly name: string }, container: string, previous: boolean): Promise<string | undefined>;
}

/** A container whose log says why it failed. */
export interface FailedContainer {
  readonly name: string;
  /** The log of the run before: this one has just begun. */
  readonly previous: boolean;
  /** Runs before this one. */
  readonly restarts: number;
}

/** The first container of a Pod that has ended with an error, now or the last time. */
export function failedContainer(pod: KubeObject): FailedContainer | undefined {
  const status = asObject(pod['status']) ?? {};
  for (const list of [status['initContainerStatuses'], status['containerStatuses']]) {
    for (const container of Array.isArray(list) ? list.filter(isJsonObject) : []) {
      const { name, ready, restartCount, state, lastState } = container;
      if (typeof name !== 'string' || ready === true) continue;
      const restarts = typeof restartCount === 'number' ? restartCount : 0;
      if (hasFailed(asObject(state))) return { name, previous: false, restarts };
      if (hasFailed(asObject(lastState))) return { name, previous: asObject(state)?.['running'] !== undefined, restarts };
    }
  }
  return undefined;
}

function hasFailed(state: JsonObject | undefined): boolean {
  const code = asObject(state?.['terminated'])?.['exitCode'];
  return typeof code === 'number' && code !== 0;
}

/** Characters of a line that are shown. */
const LINE_LIMIT = 200;
/** A node that is away lets the API server wait for half a minute: nobody else does. */
const PATIENCE_MS = 3_000;
/** Containers whose last words are remembered. */
const REMEMBERED = 500;

/** Asks once for each run of a container. */
export class LastWords {
  private readonly known = new Map<string, Promise<string | undefined>>();

  constructor(private readonly reader: LogReader, private readonly patienceMs = PATIENCE_MS) {}

  /** As a sentence: `container main wrote last: panic: no database`. */
  async of(pod: KubeObject): Promise<string | undefined> {
    const failed = failedContainer(pod);
    const { namespace = '', name = '', uid = '' } = pod.metadata;
    if (failed === undefined) return undefined;
    const key = `${uid}/${failed.name}/${failed.restarts}/${failed.previous}`;
    let asked = this.known.get(key);
    if (asked === undefined) {
      asked = this.inTime(this.reader.podLog({ namespace, name }, failed.name, failed.previous));
      if (this.known.size >= REMEMBERED) this.known.clear();
      this.known.set(key, asked);
    }
    const line = lastLine(await asked);
    return line === undefined ? undefined : `container ${failed.name} wrote last: ${line}`;
  }

  private inTime(asked: Promise<string | undefined>): Promise<string | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), this.patienceMs);
      void asked.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer));
    });
  }
}

/** What others wrote, as it may stand in a line of ours. */
export function lastLine(log: string | undefined): string | undefined {
  const lines = (log ?? '').split(/[\r\n]+/).map((one) => oneLine(one).trim()).filter((one) => one !== '');
  const last = lines.at(-1);
  return last !== undefined && last.length > LINE_LIMIT ? `${last.slice(0, LINE_LIMIT)}…` : last;
}
