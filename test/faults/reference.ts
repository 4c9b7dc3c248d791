/**
 * The run of a scenario without faults, which the others are held against, and what is gathered of any run.
 */
import type { KubeObject } from '../../lib/api';
import { attempt, patient } from './attempt';
import { finalStateOf } from './final-state';
import { unlogged, violations, type Evidence } from './oracle';
import { pointsOf, type Point } from './points';
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

/** A site at the beginning of a run. */
export interface Prepared {
  readonly start: Evidence['start'];
  readonly from: Moment;
}

export async function runReference(scenario: Scenario, site: Site): Promise<Reference> {
  await site.clean();
  const prepared = await prepare(scenario, site);
  site.proxy.clear();
  const begun = performance.now();
  const { kubeconfig } = site.proxy;
  const { verdict, fault } = await attempt(scenario.run, { kubeconfig, namespace: site.namespace, timing: patient, deadlineMs: 60_000 });
  if (fault !== undefined) throw new Error(`${scenario.name} fails without any fault: ${fault}`);
  const slowness = Math.min(12, Math.max(1, (performance.now() - begun) / 300));
  const points = pointsOf(site.proxy.requests, site.namespace);
  const evidence = await gather(scenario, site, prepared);
  const reference = { scenario, verdict, points, evidence, slowness };
  const wrong = [...violations({ expected: evidence, scenario }, evidence), ...unlogged(evidence)];
  if (wrong.length > 0) throw new Error(`${scenario.name} is wrong without any fault: ${wrong.join('; ')}`);
  return reference;
}

/** Of a site that is clean. */
export async function prepare(scenario: Scenario, site: Site): Promise<Prepared> {
  await scenario.prepare(site);
  const from = await site.now();
  return { start: [...site.objects(), ...(await othersOf(scenario, site))], from };
}

/** What has become of it since. */
export async function gather(scenario: Scenario, site: Site, { start, from }: Prepared): Promise<Evidence> {
  const to = await site.now();
  const others = await othersOf(scenario, site);
  const [changes, commits] = [site.changes(from.history, to.history), site.commits(from, to)];
  return { start, changes, commits, end: [...site.objects(), ...others], state: await finalStateOf(site, others) };
}

/** Objects of the package of kinds that the history does not have. */
async function othersOf({ others }: Scenario, site: Site): Promise<readonly KubeObject[]> {
  const answers = await Promise.all((others?.(site.namespace) ?? []).map((ref) => site.admin.get(ref)));
  return answers.flatMap((answer) => (answer.type === 'object' ? [answer.object] : []));
}
