/**
 * One cell of the matrix: a scenario, a request of it, and what is done to it there.
 */
import { defined } from '../../lib/defined';
import { attempt, patient } from './attempt';
import { disturb, type Place } from './disturb';
import type { Harm } from './harms';
import { violations } from './oracle';
import { gather, prepare } from './reference';

export interface PointResult {
  /** The request never came: nothing was tested. */
  readonly reached: boolean;
  /** How the disturbed run ended. */
  readonly ended: string;
  readonly repetitions: number;
  readonly violations: readonly string[];
}

const REPETITIONS = 3;

export async function runPoint(harm: Harm, place: Place): Promise<PointResult> {
  const { reference, point, site } = place;
  const { scenario } = reference;
  const memory = harm.type === 'fault' ? harm.remember : undefined;
  await site.clean();
  site.proxy.clear();
  if (memory === 'before') await site.proxy.remember(point.request.path);
  const prepared = await prepare(scenario, site);
  if (memory === 'now') await site.proxy.remember(point.request.path);
  const { reached, ended, problems = [] } = await disturb(harm, place);
  site.proxy.clear();
  await site.proxy.idle();
  if (harm.type === 'stop') return { reached, ended: ended.verdict, repetitions: 0, violations: problems };
  const wrong = [...problems, ...(ended.fault === undefined ? [] : [ended.fault])];
  let { verdict } = ended;
  let repetitions = 0;
  if (verdict !== reference.verdict) await site.endOfProcess();
  const said = [verdict];
  // What is lost after a run is done, the next one makes anew.
  const mayLackSomething = harm.type === 'away' && scenario.away?.lost !== undefined;
  const isDone = (): boolean => (repetitions > 0 || !mayLackSomething)
    && (verdict === reference.verdict || (repetitions > 0 && verdict === scenario.alsoDone));
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
  const evidence = await gather(scenario, site, prepared);
  const lost = harm.type === 'away' ? scenario.away?.lost : undefined;
  return {
    reached,
    ended: ended.verdict,
    repetitions,
    violations: [
      ...wrong,
      ...violations({ expected: reference.evidence, scenario, hasGaps: harm.type === 'crash', ...defined({ lost }) }, evidence),
    ],
  };
}
