/** A controller may be told to stop at any time, also before it has begun: whatever begins after that leaves nothing open. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DEFAULT_CONFIG, featureGates, noEvents, noMetrics, silentLog, systemClock, type Controller, type ControllerContext,
} from '../../../../lib/controllers';
import { catalogController } from '../../../../lib/controllers/catalog';
import { clusterApiController, requirementController } from '../../../../lib/controllers/cluster-api';
import { extensionController } from '../../../../lib/controllers/extension';
import { provisionersController } from '../../../../lib/controllers/provisioners';
import { revisionController } from '../../../../lib/controllers/revision';

/** A cluster that says nothing, and counts what is open. */
class QuietCluster {
  streams = 0;
  /** From then on it says which kinds there are: none. */
  answer: () => void = () => {};
  private readonly kinds = new Promise<undefined>((resolve) => (this.answer = () => resolve(undefined)));

  observe(): { close(): void } {
    this.streams += 1;
    return { close: () => void (this.streams -= 1) };
  }

  lane(): this {
    return this;
  }

  resolve(): Promise<undefined> {
    return this.kinds;
  }
}

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'boxcutter-endings-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function bench() {
  const cluster = new QuietCluster();
  const address = { host: '127.0.0.1', port: 0 };
  const config = {
    ...DEFAULT_CONFIG,
    catalogs: { ...DEFAULT_CONFIG.catalogs, address, directory }, provisioners: { ...DEFAULT_CONFIG.provisioners, address, directory },
  };
  const target = { cluster, settled: Promise.resolve(), onChange: () => () => undefined };
  const context = {
    cluster, shared: cluster, target, config, clock: systemClock, log: silentLog, metrics: noMetrics, events: noEvents, gates: featureGates(),
    signal: new AbortController().signal,
  } as unknown as ControllerContext;
  return { cluster, context };
}

const settings = { namespace: 'capi', transportNamespace: 'transport', imagesConfigMap: 'images', release: '5.0.0' };
const CONTROLLERS: Readonly<Record<string, () => Controller>> = {
  'catalog': () => catalogController({ directory }),
  'extension': () => extensionController({ catalogs: catalogController({ directory }).library }),
  'revision': () => revisionController(),
  'provisioners': () => provisionersController(),
  'requirement': () => requirementController(),
  'cluster-api': () => clusterApiController({ settings: settings as Parameters<typeof clusterApiController>[0]['settings'] }),
};

/** That are listening, of those that were begun in this test. */
function serversOf(listen: jest.SpyInstance): number {
  return listen.mock.contexts.filter((server) => (server as Server).listening).length;
}

let listen: jest.SpyInstance;
beforeEach(() => (listen = jest.spyOn(Server.prototype, 'listen')));
afterEach(() => listen.mockRestore());

test.each(Object.keys(CONTROLLERS))('%s: stopped before it begins, it begins nothing', async (name) => {
  const { cluster, context } = bench();
  const controller = CONTROLLERS[name]!();
  await controller.stop(0);
  await controller.serve?.(context);
  await controller.start(context);
  expect({ streams: cluster.streams, servers: serversOf(listen), isReady: controller.ready() }).toEqual({ streams: 0, servers: 0, isReady: false });
});

test.each(Object.keys(CONTROLLERS))('%s: stopped while it begins, it leaves nothing open', async (name) => {
  const { cluster, context } = bench();
  const controller = CONTROLLERS[name]!();
  const begun = controller.serve === undefined ? controller.start(context) : controller.serve(context);
  await controller.stop(0);
  cluster.answer();
  // A cache that is closed before it has seen everything says so.
  await begun.catch(() => undefined);
  await controller.start(context);
  expect({ streams: cluster.streams, servers: serversOf(listen), isReady: controller.ready() }).toEqual({ streams: 0, servers: 0, isReady: false });
});
