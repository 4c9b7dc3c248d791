/** What keeps one Pod from being ready, read from its status. Pure. */
import { asObject, isJsonObject, type JsonObject, type KubeObject } from '../../api';
import { conditionsOf, isText, type ConditionLine } from './conditions';

export interface PodReasons {
  /** A sentence each; none when the Pod is ready, or has done its work. */
  readonly reasons: readonly string[];
  /** What the scheduler and the kubelet say of it, in their own words. */
  readonly said: readonly string[];
  /** A container in trouble was started again. */
  readonly restarted: boolean;
  /** A container has ended with an error. */
  readonly ended: boolean;
}

/** What keeps a Pod from being ready. */
export function podReasons(pod: KubeObject): PodReasons {
  const status = asObject(pod['status']) ?? {};
  const conditions = conditionsOf(pod);
  if (status['phase'] === 'Succeeded' || conditions.some(({ type, status: value }) => type === 'Ready' && value === 'True')) {
    return { reasons: [], said: [], restarted: false, ended: false };
  }
  const unscheduled = conditions.filter(({ type, status: value }) => type === 'PodScheduled' && value === 'False');
  const containers = [
    ...containersOf(status, 'initContainerStatuses').flatMap((container) => containerTrouble(container, 'init container')),
    ...containersOf(status, 'containerStatuses').flatMap((container) => containerTrouble(container, 'container')),
  ];
  const reasons = [
    ...(status['phase'] === 'Failed' ? [words('it has failed', status['reason'], status['message'])] : []),
    ...unscheduled.map(({ reason, message = '' }) => words('it is not scheduled', reason, withoutPreemption(message))),
    ...containers.map(({ reason }) => reason),
  ];
  const restarted = containers.some((container) => container.restarted);
  const ended = containers.some((container) => container.ended);
  const said = [status['message'], ...conditions.map(({ message }) => message), ...containers.map(({ message }) => message)];
  return {
    reasons: reasons.length > 0 ? reasons : generalReasons(status, conditions), said: said.filter(isText), restarted, ended,
  };
}

/** The scheduler adds whether evicting others would help, for each node once more: a line is too short for it, and it changes nothing. */
export function withoutPreemption(message: string): string {
  return message.replace(/(?:\.?\s+no new claims to deallocate,|[.,]?)\s+preemption: .*$/s, '.');
}

/** Where no container says anything. */
function generalReasons(status: JsonObject, conditions: readonly ConditionLine[]): readonly string[] {
  const others = conditions
    .filter(({ type, status: value }) => value === 'False' && type !== 'ContainersReady')
    .map(({ type, reason, message }) => words(`${type} is False`, reason, message));
  return others.length > 0 ? others : [`it is ${typeof status['phase'] === 'string' ? status['phase'] : 'not looked at by a node yet'}`];
}

function containersOf(status: JsonObject, field: string): readonly JsonObject[] {
  const list = status[field];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

interface ContainerTrouble {
  readonly reason: string;
  /** The words of the kubelet in it. */
  readonly message: unknown;
  readonly restarted: boolean;
  readonly ended: boolean;
}

function containerTrouble(container: JsonObject, word: string): readonly ContainerTrouble[] {
  const [state, last] = [asObject(container['state']), asObject(asObject(container['lastState'])?.['terminated'])];
  const { restartCount, ready } = container;
  const name = `${word} ${String(container['name'])}`;
  const restarted = typeof restartCount === 'number' && restartCount > 0;
  const restarts =
    restarted
      ? `; restarted ${restartCount} time${restartCount === 1 ? '' : 's'}`
        + (last === undefined ? '' : `, the last time after ${ending(last)}`)
      : '';
  const [waiting, terminated] = [asObject(state?.['waiting']), asObject(state?.['terminated'])];
  const trouble = (reason: string, message?: unknown, ended = false): readonly ContainerTrouble[] =>
    [{ reason: `${reason}${restarts}`, message, restarted, ended }];
  if (waiting !== undefined) return trouble(words(`${name} waits`, waiting['reason'], waiting['message']), waiting['message']);
  if (terminated !== undefined) {
    return terminated['exitCode'] === 0 ? [] : trouble(`${name} ended with ${ending(terminated)}`, terminated['message'], true);
  }
  return ready === false ? trouble(`${name} runs and is not ready`) : [];
}

function ending({ exitCode, reason, message }: JsonObject): string {
  return words(`exit code ${String(exitCode)}`, reason, message);
}

function words(what: string, ...more: readonly unknown[]): string {
  return [what, ...more.filter(isText).map((part) => part.trim())].join(': ');
}
