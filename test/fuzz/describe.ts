/** A trial in words: where it comes from, what happened, and where desired and live part. */
import { isJsonObject, type JsonObject, type JsonValue, type KubeObject } from '../../lib/api';
import type { Trial } from './life';

export function describeTrial(seed: number, trial: Trial): string {
  const { plan, story, server, message, exact, applied, forgotten, desired, before, after } = trial;
  const said = `${applied ? 'nothing to do' : 'to be applied'}${exact ? ' (exact)' : ''}${forgotten ? ', without record' : ''}`;
  return [
    `--seed ${seed} --only ${plan.number}: ${plan.form} ${plan.kind.kind}, step ${trial.step}${plan.adopted ? ', adopted' : ''}`,
    ...story.map((line) => `  - ${line}`),
    `  engine: ${said}; server: ${server}${message === undefined ? '' : ` (${message})`}`,
    `  desired/live: ${differences(desired as JsonObject, before as JsonObject, true).join('; ')}`,
    ...(after === undefined ? [] : [`  live/after: ${differences(before as JsonObject, after as JsonObject, false).join('; ')}`]),
    ...(after === undefined || server === 'unchanged' ? [] : entryDifferences(before, after)),
  ].join('\n');
}

/** Entries of managed fields that one of the two has and the other has not, times left out. */
function entryDifferences(before: KubeObject, after: KubeObject): readonly string[] {
  const entries = ({ metadata: { managedFields = [] } }: KubeObject): string[] => managedFields.map(({ time: _, ...entry }) => JSON.stringify(entry));
  const [old, now] = [entries(before), entries(after)];
  const gone = old.filter((entry) => !now.includes(entry)).map((entry) => `  - ${entry}`);
  return [...gone, ...now.filter((entry) => !old.includes(entry)).map((entry) => `  + ${entry}`)];
}

/** At most ten places where the second differs; of what only the second has nothing is said when `onlyFirst`. */
function differences(first: JsonObject, second: JsonObject, onlyFirst: boolean): readonly string[] {
  const found: string[] = [];
  const walk = (a: JsonValue | undefined, b: JsonValue | undefined, path: string): void => {
    if (found.length >= 10 || JSON.stringify(a) === JSON.stringify(b) || path === '.metadata.managedFields') return;
    if (isJsonObject(a) && isJsonObject(b)) {
      for (const key of new Set([...Object.keys(a), ...(onlyFirst ? [] : Object.keys(b))])) walk(a[key], b[key], `${path}.${key}`);
    } else if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
      (a as JsonValue[]).forEach((item, index) => walk(item, b[index], `${path}[${index}]`));
    } else {
      found.push(`${path}: ${JSON.stringify(a)} / ${JSON.stringify(b)}`);
    }
  };
  walk(first, second, '');
  return found;
}
