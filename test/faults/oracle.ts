/**
 * What must hold, whatever the faults were. Judged by the history that the API server tells, by its audit log, and by the run without
 * faults.
 */
import type { KubeObject } from '../../lib/api';
import type { Commit } from './audit-log';
import { contentOf, differences, idOf, type FinalState } from './final-state';
import type { Scenario } from './scenarios';
import { isRolledOut, type Change } from './site';

/** A run and its repetitions, from prepared to done. */
export interface Evidence {
  /** Objects at the beginning. */
  readonly start: readonly KubeObject[];
  readonly changes: readonly Change[];
  /** Of the audit log. */
  readonly commits: readonly Commit[];
  readonly end: readonly KubeObject[];
  readonly state: FinalState;
}

export interface Verdict {
  readonly expected: Evidence;
  readonly scenario: Scenario;
  /** `Kind/name` of what another client has deleted: it is made once more. */
  readonly lost?: readonly string[];
  /** The watches that tell the history were away for a while, so it does not tell in which order things were. */
  readonly hasGaps?: boolean;
}

export function violations({ expected, scenario, lost = [], hasGaps = false }: Verdict, found: Evidence): readonly string[] {
  return [
    ...differences(expected.state, found.state),
    ...repeated(historyCounts(expected), historyCounts(found), ''),
    ...repeated(withLost(commitCounts(expected), lost), commitCounts(found), ', says the audit log'),
    ...keptObjects(expected, found, lost),
    ...(hasGaps ? [] : order(scenario, found)),
    ...untouched(scenario, found),
    ...reverted(scenario, found),
  ];
}

const isState = ({ kind }: { readonly kind: string }): boolean => kind === 'Secret';
const isWorkOfControllers = ({ kind }: { readonly kind: string }): boolean => kind === 'ReplicaSet';

type Counts = ReadonlyMap<string, number>;

function countsOf(events: readonly { readonly kind: string; readonly name: string; readonly type: string }[]): Counts {
  const counts = new Map<string, number>();
  for (const { kind, name, type } of events) {
    const id = `${kind}/${name} was ${type}`;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

function historyCounts({ changes }: Evidence): Counts {
  const counted = changes.filter((change) => !isState(change) && !isWorkOfControllers(change) && change.type !== 'modified');
  return countsOf(counted.map((change) => ({ ...change, type: change.type === 'added' ? 'created' : change.type })));
}

const commitCounts = ({ commits }: Evidence): Counts => countsOf(commits);

/** No object of the package is created or deleted more often than without faults: not even made anew and mended afterwards. */
function repeated(should: Counts, is: Counts, source: string): readonly string[] {
  return [...is].filter(([id, times]) => times > (should.get(id) ?? 0))
    .map(([id, times]) => `${id} ${times} times, not ${should.get(id) ?? 0}${source}`);
}

function withLost(counts: Counts, lost: readonly string[]): Counts {
  const made = lost.map((id) => `${id} was created`);
  return new Map([...counts, ...made.map((id): [string, number] => [id, (counts.get(id) ?? 0) + 1])]);
}

/** What the history shows and the audit log does not: then the log cannot be judged by. */
export function unlogged(evidence: Evidence): readonly string[] {
  const logged = commitCounts(evidence);
  return [...historyCounts(evidence)].filter(([id, times]) => times > (logged.get(id) ?? 0))
    .map(([id]) => `${id}, and the audit log does not say so`);
}

/** What lives from the beginning to the end without faults is the same object at the end of any run. */
function keptObjects(expected: Evidence, found: Evidence, lost: readonly string[]): readonly string[] {
  const uids = (objects: readonly KubeObject[]): Map<string, string> => new Map(objects.map((object) => [idOf(object), object.metadata.uid ?? '']));
  const [before, after, start, end] = [uids(expected.start), uids(expected.end), uids(found.start), uids(found.end)];
  const kept = [...before].filter(([id, uid]) => after.get(id) === uid && !id.startsWith('Secret/') && !lost.includes(id))
    .map(([id]) => id);
  return kept.filter((id) => start.get(id) !== end.get(id)).map((id) => `${id} was made anew`);
}

/** A phase begins when those before it are as desired and ready; taking down goes the other way. */
function order({ order: expected }: Scenario, { start, changes, end }: Evidence): readonly string[] {
  if (expected === undefined) return [];
  const desired = new Map(end.map((object) => [idOf(object), contentOf(object)]));
  const live = new Map(start.map((object) => [idOf(object), object]));
  const found: string[] = [];
  for (const { kind, name, type, object } of changes) {
    const id = `${kind}/${name}`;
    const phase = expected.phases.findIndex((ids) => ids.includes(id));
    const before = live.get(id);
    const isWritten = type !== 'modified' || before === undefined || contentOf(before) !== contentOf(object);
    if (phase >= 0 && isWritten && expected.direction === 'up') {
      const early = expected.phases.slice(0, phase).flat().filter((other) => !isReady(live.get(other), desired.get(other)));
      if (early.length > 0) found.push(`${id} was ${type} before ${early.join(', ')} was ready`);
    }
    if (phase >= 0 && type === 'deleted' && expected.direction === 'down') {
      const late = expected.phases.slice(phase + 1).flat().filter((other) => live.has(other));
      if (late.length > 0) found.push(`${id} was deleted before ${late.join(', ')} was gone`);
    }
    if (type === 'deleted') live.delete(id);
    else live.set(id, object);
  }
  return found;
}

/** What another client has set in a field of its own stays: nothing of ours sets it back, not even for a moment. */
function reverted({ theirs = [] }: Scenario, { changes, end }: Evidence): readonly string[] {
  return theirs.flatMap(({ id, read, value }) => {
    const versions = changes.filter(({ kind, name, type }) => `${kind}/${name}` === id && type !== 'deleted').map(({ object }) => read(object));
    const set = versions.indexOf(value);
    const back = set < 0 ? undefined : versions.slice(set).find((other) => other !== value);
    if (back !== undefined) return [`a field of another client in ${id} was set back to ${String(back)}`];
    const last = end.filter((object) => idOf(object) === id).map(read)[0];
    return last === value ? [] : [`a field of another client in ${id} is ${String(last)}, not ${String(value)}`];
  });
}

/** Ownership may change after readiness (adoption by a recovered record), content may not. */
function isReady(object: KubeObject | undefined, desired: string | undefined): boolean {
  if (object === undefined || contentOf(object) !== desired) return false;
  return object.kind !== 'Deployment' || isRolledOut(object);
}

function untouched({ foreign = [], writes }: Scenario, { changes }: Evidence): readonly string[] {
  const forbidden = changes.filter((change) => {
    if (isWorkOfControllers(change)) return false;
    if (foreign.includes(`${change.kind}/${change.name}`)) return true;
    return writes === 'none' || (writes === 'state' && !isState(change));
  });
  return forbidden.map(({ kind, name, type }) => `${kind}/${name} was ${type}, although nothing may be written to it`);
}
