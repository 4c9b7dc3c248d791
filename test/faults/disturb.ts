/**
 * Doing harm to a run at one request, in each of the ways there are, and how the run ended.
 */
import { attempt, impatient, patient, type Ended } from './attempt';
import { startChild, type Children } from './child-process';
import type { Crash } from './crash';
import { slowed, type Harm } from './harms';
import { nameOf, type Point } from './points';
import type { Reference } from './reference';
import type { Site } from './site';

export interface Disturbed {
  /** The request came. */
  readonly reached: boolean;
  readonly ended: Ended;
  /** What may not be, whatever comes of the repetitions. */
  readonly problems?: readonly string[];
}

/** Where a run is disturbed, and with what. */
export interface Place {
  readonly reference: Reference;
  readonly point: Point;
  readonly site: Site;
  readonly children: Children;
  readonly crash?: Crash;
  readonly besides?: Besides;
}

/** A fault of the proxy at another request of the same run. */
export interface Besides {
  readonly point: Point;
  readonly harm: HarmOf<'fault'>;
}

type HarmOf<Type extends Harm['type']> = Extract<Harm, { readonly type: Type }>;

export function disturb(harm: Harm, place: Place): Promise<Disturbed> {
  const { besides, site, reference: { slowness } } = place;
  if (besides !== undefined) site.proxy.addRule({ ...matching({ point: besides.point, site }), fault: slowed(besides.harm.fault, slowness) });
  switch (harm.type) {
    case 'fault':
      return faulty(harm, place);
    case 'kill':
      return killed(harm, place);
    case 'stop':
      return stopped(place);
    case 'clock':
      return misled(harm, place);
    case 'away':
      return deserted(harm, place);
    case 'crash':
      return crashed(harm, place);
  }
}

const matching = ({ point: { what, nth }, site: { namespace } }: Pick<Place, 'point' | 'site'>) => (
  { match: (request: Point['request']) => nameOf(request, namespace) === what, nth }
);

/** The command with deadlines that are short. */
function hurried({ reference: { scenario, slowness }, site }: Place): Promise<Ended> {
  return attempt(scenario.run, {
    kubeconfig: site.proxy.kubeconfig, namespace: site.namespace, timing: impatient(slowness), deadlineMs: 3_000 * slowness,
  });
}

async function faulty({ fault }: HarmOf<'fault'>, place: Place): Promise<Disturbed> {
  const rule = place.site.proxy.addRule({ ...matching(place), fault: slowed(fault, place.reference.slowness) });
  const ended = await hurried(place);
  return { reached: rule.hits.length > 0, ended };
}

/**
 * What the run needs goes away before this request, and comes back while it runs or when it is over. With a second fault it goes when the
 * server has done the request, and the process does not hear of that.
 */
async function deserted({ back: when, besides }: HarmOf<'away'>, place: Place): Promise<Disturbed> {
  const { reference: { scenario: { name, away } }, site } = place;
  if (away === undefined) throw new Error(`nothing goes away in ${name}`);
  let [gone, back] = [Promise.resolve(), Promise.resolve()];
  const child = besides === 'kill' ? childOf(place) : undefined;
  const act = async (): Promise<void> => {
    child?.signal('SIGKILL');
    gone = away.go(site);
    await gone;
    if (when === 'soon') back = away.back(site);
  };
  const how = besides === undefined ? { at: 'arrival', then: 'go on' } as const : { at: 'answer', then: 'cut' } as const;
  const rule = site.proxy.addRule({ ...matching(place), fault: { type: 'meanwhile', act, ...how } });
  const ended = child === undefined ? await hurried(place) : { verdict: await child.ended };
  await gone;
  await back;
  await away.back(site);
  return { reached: rule.hits.length > 0, ended };
}

/** The server or its storage dies at the request, and is started again. The command waits as long as it does for users. */
async function crashed({ program, at }: HarmOf<'crash'>, place: Place): Promise<Disturbed> {
  const { reference: { scenario }, site, crash } = place;
  if (crash === undefined) throw new Error('no control plane to kill programs of');
  let restarted: Promise<void> | undefined;
  const act = async (): Promise<void> => {
    await crash.kill(program);
    restarted = crash.restart(program);
  };
  const then = at === 'arrival' ? 'go on' : 'cut';
  const rule = site.proxy.addRule({ ...matching(place), fault: { type: 'meanwhile', at, act, then } });
  const ended = await attempt(scenario.run, {
    kubeconfig: site.proxy.kubeconfig, namespace: site.namespace, timing: patient, deadlineMs: 60_000,
  });
  await restarted;
  return { reached: rule.hits.length > 0, ended };
}

/** The process dies at the request: before the server gets it, or when it was done and nobody has heard. */
async function killed({ at }: HarmOf<'kill'>, place: Place): Promise<Disturbed> {
  const child = childOf(place);
  const act = async (): Promise<void> => {
    child.signal('SIGKILL');
    await child.ended;
  };
  const rule = place.site.proxy.addRule({ ...matching(place), fault: { type: 'meanwhile', at, act, then: 'cut' } });
  const verdict = await child.ended;
  return { reached: rule.hits.length > 0, ended: { verdict } };
}

/** The clock of the process jumps while it waits for the answer. Nothing in a run goes by it, so nothing may come of that. */
async function misled({ hours }: HarmOf<'clock'>, place: Place): Promise<Disturbed> {
  const { verdict: expected } = place.reference;
  const child = childOf(place);
  const act = (): void => child.setClock(hours * 3_600_000);
  const rule = place.site.proxy.addRule({ ...matching(place), fault: { type: 'meanwhile', at: 'answer', act, then: 'go on' } });
  const verdict = await child.ended;
  const problems = verdict === expected ? [] : [`a clock that jumped made it end: ${verdict}, not ${expected}`];
  return { reached: rule.hits.length > 0, ended: { verdict }, problems };
}

/** The process sleeps from this write on until its lock has expired and another run has taken over and is done. Then it wakes up. */
async function stopped(place: Place): Promise<Disturbed> {
  const { reference: { scenario: { name, rival } }, site } = place;
  if (rival === undefined) throw new Error(`${name} has no rival`);
  const child = childOf(place);
  const asleep = new Promise<void>((resolve) => {
    const act = async (): Promise<void> => {
      await child.stop();
      resolve();
    };
    site.proxy.addRule({ ...matching(place), fault: { type: 'meanwhile', at: 'answer', act, then: 'go on' } });
  });
  const wasReached = await Promise.race([asleep.then(() => true), child.ended.then(() => false)]);
  if (!wasReached) return { reached: false, ended: { verdict: await child.ended } };
  await site.ageLock();
  const taken = await attempt(rival, {
    kubeconfig: site.kubeconfig,
    namespace: site.namespace,
    timing: patient,
    breakLock: true,
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

function childOf({ reference: { scenario }, site, children }: Place): ReturnType<typeof startChild> {
  return startChild(children, scenario.name, site.proxy.kubeconfig, site.namespace);
}
