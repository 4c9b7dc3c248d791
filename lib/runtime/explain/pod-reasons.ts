/** What keeps one Pod from being ready, read from its status. Pure. */
import { asObject, isJsonObject, type JsonObject, type KubeObject } from '../../api';
import { conditionsOf } from './conditions';

/** What keeps a Pod from being ready; nothing when it is, or when it has done its work. */
export function podReasons(pod: KubeObject): readonly string[] {
  const status = asObject(pod['status']) ?? {};
  const conditions = conditionsOf(pod);
  if (status['phase'] === 'Succeeded' || conditions.some(({ type, status: value }) => type === 'Ready' && value === 'True')) return [];
  const unscheduled = conditions.filter(({ type, status: value }) => type === 'PodScheduled' && value === 'False');
  const reasons = [
    ...(status['phase'] === 'Failed' ? [words('it has failed', status['reason'], status['message'])] : []),
    ...unscheduled.map(({ reason, message }) => words('it is not scheduled', reason, message)),
    ...containersOf(status, 'initContainerStatuses').flatMap((container) => containerReasons(container, 'init container')),
    ...containersOf(status, 'containerStatuses').flatMap((container) => containerReasons(container, 'container')),
  ];
  if (reasons.length > 0) return reasons;
  const others = conditions
    .filter(({ type, status: value }) => value === 'False' && type !== 'ContainersReady')
    .map(({ type, reason, message }) => words(`${type} is False`, reason, message));
  return others.length > 0 ? others : [`it is ${typeof status['phase'] === 'string' ? status['phase'] : 'not looked at by a node yet'}`];
}

function containersOf(status: JsonObject, field: string): readonly JsonObject[] {
  const list = status[field];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function containerReasons(container: JsonObject, word: string): readonly string[] {
  const [state, last] = [asObject(container['state']), asObject(asObject(container['lastState'])?.['terminated'])];
  const { restartCount, ready } = container;
  const name = `${word} ${String(container['name'])}`;
  const restarts =
    typeof restartCount === 'number' && restartCount > 0
      ? `; restarted ${restartCount} time${restartCount === 1 ? '' : 's'}`
        + (last === undefined ? '' : `, the last time after ${ending(last)}`)
      : '';
  const [waiting, terminated] = [asObject(state?.['waiting']), asObject(state?.['terminated'])];
  if (waiting !== undefined) return [`${words(`${name} waits`, waiting['reason'], waiting['message'])}${restarts}`];
  if (terminated !== undefined) return terminated['exitCode'] === 0 ? [] : [`${name} ended with ${ending(terminated)}${restarts}`];
  return ready === false ? [`${name} runs and is not ready${restarts}`] : [];
}

function ending({ exitCode, reason, message }: JsonObject): string {
  return words(`exit code ${String(exitCode)}`, reason, message);
}

function words(what: string, ...more: readonly unknown[]): string {
  return [what, ...more.filter((part): part is string => typeof part === 'string' && part !== '').map((part) => part.trim())].join(': ');
}
