/**
 * One cell of the matrix: a scenario, a request of it, and what is done to it there.
 */
import { attempt, impatient, patient, type Ended } from './attempt';
import { startChild, type Children } from './child-process';
import { finalStateOf } from './final-state';
import { slowed, type Harm } from './harms';
import { unlogged, violations, type Evidence } from './oracle';
import { nameOf, pointsOf, type Point } from './points';
import type { Scenario } from './scenarios';
import type { Moment, Site } from './site';

/** The run without faults, on one site: uids and digests are that namespace's. */
export interface Reference {
  readonly scenario: Scenario;
  readonly verdict: string;
  readonly points: readonly Point[];
  readonly evidence: Evidence;
  /** Compared with a machine that has nothing else to do, where a run takes 0.3 s. */
  readonly slowness: number;
}

export interface PointResult {
  /** The request never came: nothing was tested. */
  readonly reached: boolean;
  /** How the disturbed run ended. */
  readonly ended: string;
  readonly repetitions: number;
  readonly violations: readonly string[];
}

const REPETITIONS = 3;

export async function runReference(scenario: Scenario, site: Site): Promise<Reference> {
  const { start, from } = await prepare(scenario, site);
  site.proxy.clear();
  const begun = Date.now();
  const { kubeconfig } = site.proxy;
  const { verdict, fault } = await attempt(scenario.run, { kubeconfig, namespace: site.namespace, timing: patient, deadlineMs: 30_000 });
  if (fault !== undefined) throw new Error(`${scenario.name} fails without any fault: ${fault}`);
  const slowness = Math.min(12, Math.max(1, (Date.now() - begun) / 300));
  const points = pointsOf(site.proxy.requests);
  const evidence = await gather(site, start, from);
  const reference = { scenario, verdict, points, evidence, slowness };
  const wrong = [...violations({ expected: evidence, scenario }, evidence), ...unlogged(evidence)];
  if (wrong.length > 0) throw new Error(`${scenario.name} is wrong without any fault: ${wrong.join('; ')}`);
  return reference;
}

export async function runPoint(reference: Reference, point: Point, harm: Harm, site: Site, children: Children): Promise<PointResult> {
  const { scenario } = reference;
  const memory = harm.type === 'fault' ? harm.remember : undefined;
  await site.clean();
  site.proxy.clear();
  if (memory === 'before') await site.proxy.remember(point.request.path);
  const { start, from } = await prepare(scenario, site, false);
  if (memory === 'now') await site.proxy.remember(point.request.path);
  const disturb = { fault: faulty, kill: killed, stop: stopped, clock: misled }[harm.type];
  const { reached, ended, problems = [] } = await disturb(reference, point, harm, site, children);
  site.proxy.clear();
  await site.proxy.idle();
  if (harm.type === 'stop') return { reached, ended: ended.verdict, repetitions: 0, violations: problems };
  const wrong = [...problems, ...(ended.fault === undefined ? [] : [ended.fault])];
  let { verdict } = ended;
  let repetitions = 0;
  if (verdict !== reference.verdict) await site.endOfProcess();
  const said = [verdict];
  const isDone = (): boolean => verdict === reference.verdict || (repetitions > 0 && verdict === scenario.alsoDone);
  while (!isDone() && repetitions < REPETITIONS) {
    repetitions += 1;
    const again = await attempt(scenario.run, {
      kubeconfig: site.kubeconfig,
      namespace: site.namespace,
      timing: patient,
      deadlineMs: 30_000,
    });
    ({ verdict } = again);
    if (again.fault !== undefined) wrong.push(again.fault);
    said.push(verdict);
  }
  if (!isDone()) wrong.push(`repeating it does not help: ${said.join(' → ')}, not ${reference.verdict}`);
  const evidence = await gather(site, start, from);
  return {
    reached,
    ended: ended.verdict,
    repetitions,
    violations: [...wrong, ...violations({ expected: reference.evidence, scenario }, evidence)],
  };
}

interface Disturbed {
  readonly reached: boolean;
  readonly ended: Ended;
  readonly problems?: readonly string[];
}

async function prepare(
  scenario: Scenario, site: Site, clean = true,
): Promise<{ readonly start: Evidence['start']; readonly from: Moment }> {
  if (clean) await site.clean();
  await scenario.prepare(site);
  const from = await site.now();
  return { start: site.objects(), from };
}

async function gather(site: Site, start: Evidence['start'], from: Moment): Promise<Evidence> {
  const to = await site.now();
  const [changes, commits] = [site.changes(from.history, to.history), site.commits(from, to)];
  return { start, changes, commits, end: site.objects(), state: await finalStateOf(site) };
}

const matching = ({ request, nth }: Point) => ({ match: (other: Point['request']) => nameOf(other) === nameOf(request), nth });

async function faulty({ scenario, slowness }: Reference, point: Point, harm: Harm, site: Site): Promise<Disturbed> {
  if (harm.type !== 'fault') throw new Error('not a fault of the proxy');
  const rule = site.proxy.addRule({ ...matching(point), fault: slowed(harm.fault, slowness) });
  const ended = await attempt(scenario.run, {
    kubeconfig: site.proxy.kubeconfig, namespace: site.namespace, timing: impatient(slowness), deadlineMs: 3_000 * slowness,
  });
  return { reached: rule.hits.length > 0, ended };
}

/** The process dies at the request: before the server gets it, or when it was done and nobody has heard. */
async function killed({ scenario }: Reference, point: Point, harm: Harm, site: Site, children: Children): Promise<Disturbed> {
  if (harm.type !== 'kill') throw new Error('not a kill');
  const child = startChild(children, scenario.name, site.proxy.kubeconfig, site.namespace);
  const act = async (): Promise<void> => {
    child.signal('SIGKILL');
    await child.ended;
  };
  const rule = site.proxy.addRule({ ...matching(point), fault: { type: 'meanwhile', at: harm.at, act, then: 'cut' } });
  const verdict = await child.ended;
  return { reached: rule.hits.length > 0, ended: { verdict } };
}

/** The clock of the process jumps while it waits for the answer. Nothing in a run goes by it, so nothing may come of that. */
async function misled(
  { scenario, verdict: expected }: Reference, point: Point, harm: Harm, site: Site, children: Children,
): Promise<Disturbed> {
  if (harm.type !== 'clock') throw new Error('not a clock');
  const child = startChild(children, scenario.name, site.proxy.kubeconfig, site.namespace);
  const act = (): void => child.setClock(harm.hours * 3_600_000);
  const rule = site.proxy.addRule({ ...matching(point), fault: { type: 'meanwhile', at: 'answer', act, then: 'go on' } });
  const verdict = await child.ended;
  const problems = verdict === expected ? [] : [`a clock that jumped made it end: ${verdict}, not ${expected}`];
  return { reached: rule.hits.length > 0, ended: { verdict }, problems };
}

/** The process sleeps from this write on until its lock has expired and another run has taken over and is done. Then it wakes up. */
async function stopped({ scenario }: Reference, point: Point, _harm: Harm, site: Site, children: Children): Promise<Disturbed> {
  const { rival } = scenario;
  if (rival === undefined) throw new Error(`${scenario.name} has no rival`);
  const child = startChild(children, scenario.name, site.proxy.kubeconfig, site.namespace);
  const asleep = new Promise<void>((resolve) => {
    const act = async (): Promise<void> => {
      await child.stop();
      resolve();
    };
    site.proxy.addRule({ ...matching(point), fault: { type: 'meanwhile', at: 'answer', act, then: 'go on' } });
  });
  const wasReached = await Promise.race([asleep.then(() => true), child.ended.then(() => false)]);
  if (!wasReached) return { reached: false, ended: { verdict: await child.ended } };
  await site.ageLock();
  const taken = await attempt(rival, {
    kubeconfig: site.kubeconfig,
    namespace: site.namespace,
    timing: patient,
    takeOver: true,
    deadlineMs: 30_000,
  });
  const from = await site.sync();
  child.wakeLater();
  const verdict = await child.ended;
  const changes = site.changes(from, await site.sync())
    .filter(({ kind, type }) => kind !== 'ReplicaSet' && !(kind === 'Deployment' && type === 'modified'));
  const problems = changes.map(({ kind, name, type }) => `${kind}/${name} was ${type} by a run that had slept while another took over`);
  if (taken.verdict !== 'complete') problems.push(`the run that took over ended: ${taken.verdict} ${taken.fault ?? ''}`);
  return { reached: true, ended: { verdict: `after the sleep: ${verdict}` }, problems };
}
