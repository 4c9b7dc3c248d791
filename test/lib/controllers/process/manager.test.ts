/** The life of a controller process: who serves, who starts, who is ready, and how it ends. */
import {
  DEFAULT_CONFIG, featureGates, Manager, noEvents, noMetrics, silentLog, type Controller, type ControllerContext, type Leadership,
} from '../../../../lib/controllers';
import { ManualClock, settled } from '../manual-clock';

function bench(controllers: readonly Controller[], leadership?: Leadership, gates = featureGates()) {
  const end = new AbortController();
  const clock = new ManualClock();
  const context = {
    clock, log: silentLog, metrics: noMetrics, events: noEvents, config: DEFAULT_CONFIG, gates, signal: end.signal,
  } as unknown as ControllerContext;
  let lead: (leadership: Leadership | undefined) => void = () => {};
  const candidacy = (signal: AbortSignal): Promise<Leadership | undefined> => new Promise((resolve) => {
    lead = resolve;
    signal.addEventListener('abort', () => resolve(undefined));
  });
  const manager = new Manager({ context, controllers, ...(leadership === undefined ? {} : { candidacy }) });
  return { manager, end, clock, lead: () => lead(leadership) };
}

class Recorded implements Controller {
  readonly events: string[] = [];
  isReady = true;
  serve?: () => Promise<void>;

  constructor(readonly name: string, serves = false, readonly gate?: 'BoxcutterRuntime') {
    if (serves) this.serve = () => Promise.resolve(void this.events.push('serve'));
  }

  start(): Promise<void> {
    return Promise.resolve(void this.events.push('start'));
  }

  stop(graceMs?: number): Promise<void> {
    return Promise.resolve(void this.events.push(`stop ${graceMs}`));
  }

  ready(): boolean {
    return this.isReady;
  }
}

function held(): Leadership & { lose(reason: string): void; released: boolean } {
  let lose: (reason: string) => void = () => {};
  const leadership = {
    isHeld: true, released: false,
    held: () => leadership.isHeld,
    lost: new Promise<string>((resolve) => (lose = resolve)),
    release: () => Promise.resolve(void (leadership.released = true)),
    lose: (reason: string) => lose(reason),
  };
  return leadership;
}

test('every replica serves, only the leader starts; waiting for the leadership is being ready', async () => {
  const catalog = new Recorded('catalog', true);
  const revision = new Recorded('revision');
  const { manager, end, lead } = bench([catalog, revision], held());
  const run = manager.run();
  await settled();
  expect([catalog.events, revision.events, manager.leading]).toEqual([['serve'], [], false]);
  expect(manager.readiness()).toEqual([{ name: 'catalog', ready: true }, { name: 'revision', ready: true }]);
  catalog.isReady = false;
  expect(manager.readiness()[0]).toEqual({ name: 'catalog', ready: false });
  lead();
  await settled();
  expect([catalog.events, revision.events, manager.leading]).toEqual([['serve', 'start'], ['start'], true]);
  revision.isReady = false;
  expect(manager.readiness()[1]).toEqual({ name: 'revision', ready: false });
  end.abort();
  await run;
});

test('the end: controllers stop with a grace, then the leadership is given back', async () => {
  const revision = new Recorded('revision');
  const leadership = held();
  const { manager, end, lead } = bench([revision], leadership);
  const run = manager.run();
  await settled();
  lead();
  await settled();
  end.abort();
  await run;
  expect(revision.events).toEqual(['start', 'stop 10000']);
  expect([leadership.released, manager.leading]).toEqual([true, false]);
});

test('a lost leadership stops everything at once and is an error', async () => {
  const revision = new Recorded('revision');
  const leadership = held();
  const { manager, lead } = bench([revision], leadership);
  const run = manager.run();
  await settled();
  lead();
  await settled();
  leadership.lose('it could not be renewed');
  await expect(run).rejects.toMatchObject({ code: 'leadership-lost', message: 'This process does not lead any more: it could not be renewed.' });
  expect(revision.events).toEqual(['start', 'stop 0']);
});

test('a controller that cannot start ends the process, after the others have stopped', async () => {
  const broken = new Recorded('broken');
  broken.start = () => Promise.reject(new Error('no such selector'));
  const revision = new Recorded('revision');
  const { manager } = bench([revision, broken]);
  await expect(manager.run()).rejects.toThrow('no such selector');
  expect(revision.events).toEqual(['start', 'stop 10000']);
});

test('an end that comes while controllers start does not wait for their caches', async () => {
  const slow = new Recorded('slow');
  slow.start = () => new Promise(() => {});
  const { manager, end } = bench([slow]);
  const run = manager.run();
  await settled();
  expect(manager.readiness()).toEqual([{ name: 'slow', ready: false }]);
  end.abort();
  await run;
  expect(slow.events).toEqual(['stop 10000']);
});

test('a controller that does not stop is not waited for longer than there is time', async () => {
  const stuck = new Recorded('stuck');
  stuck.stop = () => new Promise(() => {});
  const { manager, end, clock } = bench([stuck]);
  let ended = false;
  const run = manager.run().then(() => (ended = true));
  await settled();
  end.abort();
  await clock.advance(24_999);
  expect(ended).toBe(false);
  await clock.advance(1);
  await run;
});

test('a controller whose feature gate is off is left out', async () => {
  const revision = new Recorded('revision', true, 'BoxcutterRuntime');
  const { manager, end } = bench([revision], undefined, featureGates({ BoxcutterRuntime: false }));
  const run = manager.run();
  await settled();
  end.abort();
  await run;
  expect([revision.events, manager.readiness()]).toEqual([[], []]);
});

test('without controllers it runs until its end', async () => {
  const { manager, end } = bench([]);
  const run = manager.run();
  await settled();
  expect(manager.leading).toBe(true);
  end.abort();
  await run;
});
