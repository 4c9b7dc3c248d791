/** Following a revision that the controllers roll out, by its conditions, until it is through or a person has to act. */
import { API_VERSION, asObject, type Condition, type KubeObject } from '../../../api';
import { EXIT } from '../../exit';
import { note } from '../../output/note';
import type { Session } from '../../session';

/** How long nobody has to say anything before it is told that perhaps nobody is there. */
const SILENT_MS = 10_000;

/** @returns the exit code; undefined: it goes on. Pure */
export function verdictOf(conditions: readonly Condition[]): number | undefined {
  const progressing = conditions.find(({ type }) => type === 'Progressing');
  if (conditions.some(({ type, status }) => type === 'Succeeded' && status === 'True') && progressing?.reason === 'RolledOut') {
    return conditions.some(({ type, status }) => type === 'Available' && status === 'False') ? EXIT.incomplete : EXIT.done;
  }
  switch (progressing?.reason) {
    case 'ObjectCollisions': return EXIT.collision;
    case 'Blocked':
    case 'Archived':
    case 'Paused':
    case 'ProgressDeadlineExceeded': return EXIT.failed;
    default: return undefined;
  }
}

/** @param quiet shows no progress */
export async function follow(name: string, { cluster, signal }: Session, timeoutMs: number, quiet: boolean): Promise<number> {
  const said = new Map<string, string>();
  const ask = (): void => note(`Nobody has taken ${name} up yet. Are the controllers running?`);
  let silent: NodeJS.Timeout | undefined = setTimeout(ask, SILENT_MS);
  const heard = (): void => {
    clearTimeout(silent);
    silent = undefined;
  };
  try {
    return await new Promise<number>((resolve) => {
      const subscription = cluster.observe({ apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', name }, {
        changed: (live) => {
          const conditions = conditionsOf(live);
          if (conditions.length > 0) heard();
          if (!quiet) for (const line of newLines(name, conditions, said)) note(line);
          const verdict = verdictOf(conditions);
          if (verdict !== undefined) end(verdict);
        },
        removed: () => {
          note(`${name} was deleted.`);
          end(EXIT.failed);
        },
        synced: () => undefined,
        failed: () => undefined,
      });
      const end = (code: number): void => {
        subscription.close();
        signal.removeEventListener('abort', outOfTime);
        resolve(code);
      };
      const outOfTime = (): void => {
        const within = `within ${Math.round(timeoutMs / 1000)} s`;
        note(`${name} is not rolled out ${within}; the controllers go on. See: boxcutter status ${name.replace(/-\d+$/, '')}`);
        end(EXIT.incomplete);
      };
      signal.addEventListener('abort', outOfTime, { once: true });
      if (signal.aborted) outOfTime();
    });
  } finally {
    heard();
  }
}

function newLines(name: string, conditions: readonly Condition[], said: Map<string, string>): readonly string[] {
  return conditions.flatMap(({ type, status, reason, message }) => {
    const text = `${reason}: ${message}`;
    const isNews = said.get(type) !== text && !(type === 'Available' && status === 'Unknown');
    said.set(type, text);
    return isNews ? [`${name} ${type === 'Progressing' ? '' : `${type} ${status}, `}${text}`] : [];
  });
}

function conditionsOf(live: KubeObject): readonly Condition[] {
  const conditions = asObject(live['status'])?.['conditions'];
  return Array.isArray(conditions) ? conditions as unknown as readonly Condition[] : [];
}
