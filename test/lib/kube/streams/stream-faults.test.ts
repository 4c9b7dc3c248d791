import type { ServerResponse } from 'node:http';
import type { KubeCluster } from '../../../../lib/kube';
import { FakeCollection } from '../fake-collection';
import {
  COLLECTION, configMap, configMaps, FakeServer, group, initialEnd, json, recorder, status, stream, type Seen,
} from '../fake-server';
import { until } from '../views';

/** What servers and networks do to streams, and what an observer hears of it. */
let server: FakeServer;
beforeEach(async () => {
  server = await FakeServer.start();
});
afterEach(() => server.stop());

type Script = (response: ServerResponse, seen: Seen) => unknown;

/** Watches of the ConfigMaps run these scripts in order; further ones stay open and silent. Lists show nothing, as of 5. */
function watches(...scripts: Script[]): void {
  let count = 0;
  server.handler = (seen, response) => {
    if (seen.path !== COLLECTION) return undefined;
    if (seen.query.get('watch') !== '1') return json(response, 200, { metadata: { resourceVersion: '5' }, items: [] }) ?? true;
    const script = scripts[count++];
    if (script) script(response, seen);
    else stream(response);
    return true;
  };
}

const opened = (): Seen[] => server.seen.filter(({ query }) => query.get('watch') === '1');
const asked = (): string[] => opened().map(({ query }) => query.get('resourceVersion') ?? 'all');

/** All there is, as of 5, then a cut. */
const initialThenCut: Script = (response) => {
  const events = stream(response);
  events.send('ADDED', configMap('a', '1'));
  events.send('BOOKMARK', initialEnd('5'));
  setTimeout(() => response.end(), 5);
};
const error = (code: number, reason: string, message = reason, more: object = {}): Script => (response) => {
  stream(response).send('ERROR', status(code, reason, message, more));
  response.end();
};

function observe(cluster: KubeCluster = server.cluster()): ReturnType<typeof recorder> {
  const seen = recorder();
  cluster.observe(configMaps, seen);
  return seen;
}

describe('an ERROR event', () => {
  test.each([
    [410, 'Expired', 'x'],
    [410, 'Gone', 'x'],
    [500, 'Expired', 'x'],
    [500, 'InternalError', 'too old resource version: 5 (9)'],
    [400, 'BadRequest', 'The resourceVersion for the provided watch is too old.'],
  ])('%i %s "%s" means a new list', async (code, reason, message) => {
    watches(initialThenCut, error(code, reason, message), (response) => stream(response).send('BOOKMARK', initialEnd('9')));
    const seen = observe();
    await seen.reached('-a@9');
    expect(asked()).toEqual(['all', '5', 'all']);
  });

  test.each([
    [500, 'InternalError', 'etcdserver: leader changed'],
    [504, 'Timeout', 'Timeout: Too large resource version: 5, current: 4'],
  ])('%i %s "%s" is reported, and the watch goes on from where it was; the next event ends the problem', async (code, reason, message) => {
    watches(initialThenCut, error(code, reason, message), (response) => stream(response).send('MODIFIED', configMap('a', '6')));
    const seen = observe();
    await seen.reached('+a@6');
    expect(asked()).toEqual(['all', '5', '5']);
    expect(seen.lines).toEqual(['+a@1', 'synced', `refused ${code} retrying`, 'synced', '+a@6']);
  });

  test('that asks for a pause gets it', async () => {
    watches(initialThenCut, error(429, 'TooManyRequests', 'x', { details: { retryAfterSeconds: 1 } }));
    observe(server.cluster({}, { reopenCapMs: 60_000 }));
    const started = Date.now();
    await until(() => opened().length === 3);
    expect(Date.now() - started).toBeGreaterThanOrEqual(1_000);
    expect(asked()).toEqual(['all', '5', '5']);
  });

  test('again and again at the same version leads to a new list in the end', async () => {
    const trouble = error(500, 'InternalError', 'unable to decode an event');
    watches(initialThenCut, trouble, trouble, trouble, (response) => stream(response).send('BOOKMARK', initialEnd('9')));
    const seen = observe();
    await seen.reached('-a@9');
    expect(asked()).toEqual(['all', '5', '5', '5', 'all']);
  });

  test('that says nothing is trouble, not an end', async () => {
    watches(initialThenCut, (response) => stream(response)
      .send('ERROR', null), (response) => stream(response).send('MODIFIED', configMap('a', '6')));
    const seen = observe();
    await seen.reached('+a@6');
    expect(asked()).toEqual(['all', '5', '5']);
  });
});

describe('a line that is too long', () => {
  test('is given up without keeping it, and everything is compared in a paged list', async () => {
    let sent = 0;
    watches(initialThenCut, (response) => {
      stream(response);
      const more = (): void => {
        if (response.destroyed) return;
        sent += 1_000;
        response.write('x'.repeat(1_000), more);
      };
      more();
    });
    const seen = observe(server.cluster({}, { lineLength: 20_000 }));
    await seen.reached('-a@5');
    expect(seen.lines).toEqual(['+a@1', 'synced', 'lost retrying', '-a@5', 'synced']);
    expect(sent).toBeGreaterThan(20_000);
    await until(() => asked().length === 3);
    expect(asked()).toEqual(['all', '5', '5']);
    expect(server.seen.filter(({ query }) => query.has('limit'))).toHaveLength(1);
  });

  test('an answer that is too long is given up; a list is then read in smaller pages', async () => {
    server.handler = (seen, response) => {
      const limit = Number(seen.query.get('limit'));
      if (seen.path !== COLLECTION) return undefined;
      return json(response, 200, {
        metadata: { resourceVersion: '5' },
        items: Array.from({ length: limit / 5 }, (_, i) => configMap(`a${i}`, '1')),
      }) ?? true;
    };
    const { objects } = await server.cluster({}, { bodyBytes: 5_000 }).list(configMaps);
    expect(objects).toHaveLength(10);
    expect(server.seen.filter(({ path }) => path === COLLECTION).map(({ query }) => query.get('limit'))).toEqual(['500', '50']);
  });
});

test('streaming lists that are cut again and again before they are complete give way to pages', async () => {
  const cut: Script = (response) => {
    stream(response).send('ADDED', configMap('a', '1'));
    setTimeout(() => response.end(), 2);
  };
  watches(cut, cut, cut, cut);
  const seen = observe();
  await seen.reached('synced');
  expect(seen.lines).toEqual(['+a@1', '-a@5', 'synced']);
  expect(asked().slice(0, 3)).toEqual(['all', 'all', 'all']);
  expect(server.seen.some(({ query }) => query.has('limit'))).toBe(true);
});

describe('silence', () => {
  test('twice in a row: the position itself is doubted', async () => {
    watches(
      (response) => {
        const events = stream(response);
        events.send('ADDED', configMap('a', '1'));
        events.send('BOOKMARK', initialEnd('5'));
      },
      (response) => stream(response),
      (response) => stream(response).send('BOOKMARK', initialEnd('9')),
    );
    const seen = observe(server.cluster({}, { silenceMs: 20 }));
    await seen.reached('-a@9');
    expect(asked().slice(0, 3)).toEqual(['all', '5', 'all']);
  });
});

describe('a kind', () => {
  const widgets = { apiVersion: 'x.io/v1', kind: 'Widget' };
  const served = (version = 'v1'): object => group('x.io', version, ['Widget', 'widgets']);
  let collection: FakeCollection;
  beforeEach(() => {
    collection = new FakeCollection('/apis/x.io/v1/widgets', 'Widget', 'x.io/v1');
  });

  test('that goes leaves its objects as they were seen; when it is back, what became of them is reported', async () => {
    server.groups = [served()];
    collection.serveOn(server);
    collection.put('a');
    const cluster = server.cluster();
    const seen = recorder();
    cluster.observe(widgets, seen);
    await seen.reached('synced');
    server.groups = [];
    const { handler } = server;
    server.handler = () => undefined;
    collection.cut();
    await seen.reached('unserved retrying');
    expect(seen.lines).toEqual(['+a@2', 'synced', 'unserved retrying']);
    expect(cluster.streams()).toMatchObject([{ objects: 1, synced: false }]);
    server.groups = [served()];
    server.handler = handler;
    collection.remove('a');
    collection.put('a');
    await cluster.resolve('x.io/v1', 'Widget');
    await seen.reached('synced', 2);
    expect(seen.lines.filter((line) => line !== 'unserved retrying').slice(2)).toEqual(['-a@2', '+a@4', 'synced']);
  });

  test('that is only served in another version leaves its objects where they are', async () => {
    server.groups = [served()];
    collection.serveOn(server);
    collection.put('a');
    const seen = recorder();
    server.cluster().observe(widgets, seen);
    await seen.reached('synced');
    server.groups = [served('v2')];
    server.handler = () => undefined;
    collection.cut();
    await seen.reached('unserved retrying');
    expect(seen.lines.slice(0, 3)).toEqual(['+a@2', 'synced', 'unserved retrying']);
  });

  test('of a server that does not answer is not called unserved, and nothing is taken for gone', async () => {
    server.groups = [served()];
    collection.serveOn(server);
    collection.put('a');
    const seen = recorder();
    server.cluster().observe(widgets, seen);
    await seen.reached('synced');
    server.groups = [{ metadata: { name: 'x.io' }, versions: [{ version: 'v1', freshness: 'Stale' }] }];
    const others = server.handler;
    server.handler = (request, response, n) => {
      if (!request.path.startsWith('/apis/x.io')) return others(request, response, n);
      return response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found\n');
    };
    collection.cut();
    await seen.reached('lost retrying', 3);
    expect(seen.lines.filter((line) => line !== 'lost retrying')).toEqual(['+a@2', 'synced']);
  });
});

describe('storage that was restored from a backup', () => {
  let collection: FakeCollection;
  beforeEach(() => {
    collection = new FakeCollection();
    collection.serveOn(server);
  });
  const scope = { apiVersion: 'v1', kind: 'ConfigMap' };
  /** Same uid, same version, another content: what a backup and new writes after it make of an object. */
  const backup = (): Parameters<FakeCollection['restore']>[1] => [...collection.objects.values()].map((object) => ({ ...object, data: { other: 'content' } }));

  test.each([
    ['which a new list shows', true],
    ['which a list shows after an outage, when a watch would be silent', false],
  ])('is noticed by its earlier version, %s: everything is reported again', async (_how, viaList) => {
    collection.put('a');
    const kept = backup();
    collection.put('b');
    collection.put('c');
    const seen = recorder();
    server.cluster().observe(scope, seen);
    await seen.reached('synced');
    if (!viaList) await server.down();
    collection.restore(3, kept);
    if (viaList) {
      // The history is gone as well: the server says so.
      const others = server.handler;
      let refused = false;
      server.handler = (request, response, n) => {
        if (refused || request.query.get('watch') !== '1') return others(request, response, n);
        refused = true;
        return json(response, 410, status(410, 'Expired')) ?? true;
      };
    } else {
      await seen.reached('lost retrying');
      await server.up();
    }
    await seen.reached('synced', 2);
    expect(seen.lines.filter((line) => line !== 'lost retrying').slice(4).sort()).toEqual(['+a@2', '-b@3', '-c@3', 'synced']);
    collection.put('a');
    await seen.reached('+a@4');
  });

  test('is noticed by an event with an earlier version', async () => {
    watches(
      (response) => {
        const events = stream(response);
        events.send('ADDED', configMap('a', '1'));
        events.send('BOOKMARK', initialEnd('50'));
        events.send('MODIFIED', configMap('a', '6'));
      },
      (response) => {
        const events = stream(response);
        events.send('ADDED', configMap('a', '1'));
        events.send('BOOKMARK', initialEnd('7'));
      },
    );
    const seen = observe();
    await seen.reached('synced', 2);
    expect(seen.lines).toEqual(['+a@1', 'synced', '+a@1', 'synced']);
  });

  test('is noticed by the list of a latecomer', async () => {
    collection.put('a');
    const kept = backup();
    collection.put('b');
    const cluster = server.cluster();
    const [first, second] = [recorder(), recorder()];
    cluster.observe(scope, first);
    await first.reached('synced');
    collection.objects.delete('ns/b');
    collection.version = 2;
    cluster.observe(scope, second);
    await second.reached('synced');
    await first.reached('synced', 2);
    expect(kept).toHaveLength(1);
    expect(first.lines.slice(3).sort()).toEqual(['+a@2', '-b@2', 'synced']);
    expect(second.lines).toContain('+a@2');
    expect(second.lines).not.toContain('+b@3');
  });
});

test('an outage of the whole server: refused connections are tried with growing pauses, and nothing that happened meanwhile is missed', async () => {
  const collection = new FakeCollection();
  collection.serveOn(server);
  collection.put('a');
  collection.put('b');
  const seen = recorder();
  server.cluster().observe({ apiVersion: 'v1', kind: 'ConfigMap' }, seen);
  await seen.reached('synced');
  await server.down();
  await seen.reached('lost retrying', 3);
  collection.put('a');
  collection.remove('b');
  collection.put('c');
  await server.up();
  await seen.reached('+c@6');
  expect(seen.lines.filter((line) => line !== 'lost retrying')).toEqual(['+a@2', '+b@3', 'synced', 'synced', '+a@4', '-b@5', '+c@6']);
});
