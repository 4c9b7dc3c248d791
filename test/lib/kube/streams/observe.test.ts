import type { ServerResponse } from 'node:http';
import { FakeCollection } from '../fake-collection';
import {
  COLLECTION, configMap, configMaps, FakeServer, group, initialEnd, json, recorder, status, stream, type Seen,
} from '../fake-server';

let server: FakeServer;
beforeEach(async () => {
  server = await FakeServer.start();
});
afterEach(() => server.stop());

/** Serves watches of the ConfigMaps one after another, each with its own script; further ones stay open and silent. */
function watches(...scripts: ((response: ServerResponse, seen: Seen) => unknown)[]): void {
  let opened = 0;
  server.handler = (seen, response) => {
    if (seen.path !== COLLECTION || seen.query.get('watch') !== '1') return undefined;
    const script = scripts[opened];
    opened += 1;
    if (script) script(response, seen);
    else stream(response);
    return true;
  };
}

const opened = (): Seen[] => server.seen.filter(({ query }) => query.get('watch') === '1');
const refuseWatchList = (response: ServerResponse): void =>
  json(response, 422, status(422, 'Invalid', 'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled'));

/** A streaming list of these objects, left open. */
function initial(names: string[], position: string) {
  return (response: ServerResponse): ReturnType<typeof stream> => {
    const events = stream(response);
    for (const name of names) {
      const [plain = '', version = '1'] = name.split('@');
      events.send('ADDED', configMap(plain, version));
    }
    events.send('BOOKMARK', initialEnd(position));
    return events;
  };
}

test('initial state, then synced, then every change, in one request', async () => {
  let events: ReturnType<typeof stream> | undefined;
  watches((response) => (events = initial(['a', 'b'], '5')(response)));
  const seen = recorder();
  server.cluster().observe({ ...configMaps, labelSelector: 'app=x' }, seen);
  await seen.reached('synced');
  events?.send('MODIFIED', configMap('a', '6'));
  events?.send('DELETED', configMap('b', '7'));
  events?.send('ADDED', configMap('c', '8'));
  await seen.reached('+c@8');
  expect(seen.lines).toEqual(['+a@1', '+b@1', 'synced', '+a@6', '-b@7', '+c@8']);
  expect(Object.fromEntries(opened()[0]?.query ?? [])).toEqual({
    watch: '1', allowWatchBookmarks: 'true', sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan', labelSelector: 'app=x', timeoutSeconds: '450',
  });
});

describe('what is there now', () => {
  const once = { ...configMaps, once: true };
  const lists = (): Seen[] => server.seen.filter(({ path, query }) => path === COLLECTION && query.get('watch') !== '1');
  const listing = (...names: string[]) => (seen: Seen, response: ServerResponse): true | undefined => {
    if (seen.path !== COLLECTION || seen.query.get('watch') === '1') return undefined;
    json(response, 200, { metadata: { resourceVersion: '9' }, items: names.map((name) => configMap(name, '3')) });
    return true;
  };

  test('is listed, and nothing is watched', async () => {
    server.handler = listing('a', 'b');
    const seen = recorder();
    const cluster = server.cluster();
    cluster.observe({ ...once, labelSelector: 'app=x' }, seen);
    await seen.reached('synced');
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(seen.lines).toEqual(['+a@3', '+b@3', 'synced']);
    expect(lists().map(({ query }) => query.get('labelSelector'))).toEqual(['app=x']);
    expect(opened()).toEqual([]);
    expect(cluster.requests()).toEqual({ discovery: 2, list: 1 });
  });

  test('is listed again for everybody who asks: it may be something else by then', async () => {
    server.handler = listing('a');
    const cluster = server.cluster();
    const [first, second] = [recorder(), recorder()];
    cluster.observe(once, first);
    await first.reached('synced');
    server.handler = listing('b');
    cluster.observe(once, second);
    await second.reached('synced');
    expect([first.lines, second.lines]).toEqual([['+a@3', 'synced'], ['+b@3', 'synced']]);
  });

  test('is asked for again when the server has trouble', async () => {
    let asked = 0;
    server.handler = (seen, response) => {
      if (seen.path !== COLLECTION) return undefined;
      asked += 1;
      if (asked === 1) return json(response, 500, status(500, 'InternalError', 'etcd')) ?? true;
      return listing('a')(seen, response);
    };
    const seen = recorder();
    server.cluster().observe(once, seen);
    await seen.reached('synced');
    expect(seen.lines.slice(-2)).toEqual(['+a@3', 'synced']);
    expect(opened()).toEqual([]);
  });
});

test('a single object is watched by its name', async () => {
  watches(initial([], '5'));
  const seen = recorder();
  server.cluster().observe({ ...configMaps, name: 'a' }, seen);
  await seen.reached('synced');
  expect(opened()[0]?.query.get('fieldSelector')).toBe('metadata.name=a');
});

test('a server without streaming lists is listed in pages, then watched; others learn from it', async () => {
  server.handler = (seen, response) => {
    if (seen.path !== COLLECTION) return undefined;
    if (seen.query.has('sendInitialEvents')) return refuseWatchList(response) ?? true;
    if (seen.query.get('watch') === '1') return stream(response).send('ADDED', configMap('b', '10')) ?? true;
    return json(response, 200, { metadata: { resourceVersion: '9' }, items: [configMap('a', '3')] }) ?? true;
  };
  const cluster = server.cluster();
  const seen = recorder();
  cluster.observe(configMaps, seen);
  await seen.reached('+b@10');
  expect(seen.lines).toEqual(['+a@3', 'synced', '+b@10']);
  expect(opened().at(-1)?.query.get('resourceVersion')).toBe('9');
  const other = recorder();
  cluster.observe({ ...configMaps, name: 'a' }, other);
  await other.reached('+b@10');
  expect(opened().filter(({ query }) => query.has('sendInitialEvents'))).toHaveLength(1);
});

test('a server that ignores the wish for a streaming list and stays silent is listed too', async () => {
  server.handler = (seen, response) => {
    if (seen.path !== COLLECTION) return undefined;
    if (seen.query.get('watch') === '1') return stream(response);
    return json(response, 200, { metadata: { resourceVersion: '9' }, items: [] }) ?? true;
  };
  const seen = recorder();
  server.cluster({}, { initialSilenceMs: 20 }).observe(configMaps, seen);
  await seen.reached('synced');
});

test('after a disconnection the watch goes on from the last version, bookmarks included', async () => {
  watches(
    (response) => {
      const events = initial(['a'], '5')(response);
      events.send('MODIFIED', configMap('a', '6'));
      events.send('BOOKMARK', { kind: 'ConfigMap', metadata: { resourceVersion: '20' } });
      setTimeout(() => response.destroy(), 10);
    },
    (response) => stream(response).send('MODIFIED', configMap('a', '21')),
  );
  const seen = recorder();
  server.cluster().observe(configMaps, seen);
  await seen.reached('+a@21');
  expect(seen.lines).toEqual(['+a@1', 'synced', '+a@6', '+a@21']);
  expect(opened()[1]?.query.get('resourceVersion')).toBe('20');
});

test.each([
  ['an ERROR event', (response: ServerResponse) => stream(response).send('ERROR', status(410, 'Expired', 'too old resource version'))],
  ['the answer 410', (response: ServerResponse) => json(response, 410, status(410, 'Expired'))],
])('%s leads to a new list, of which only the differences are reported', async (_name, expire) => {
  watches(
    (response) => {
      initial(['a', 'b', 'c'], '5')(response);
      setTimeout(() => response.destroy(), 10);
    },
    expire,
    (response) => {
      const events = stream(response);
      events.send('ADDED', configMap('a', '1'));
      events.send('ADDED', configMap('b', '30'));
      events.send('ADDED', configMap('d', '31'));
      events.send('BOOKMARK', initialEnd('40'));
    },
  );
  const seen = recorder();
  server.cluster().observe(configMaps, seen);
  await seen.reached('synced', 2);
  expect(seen.lines).toEqual(['+a@1', '+b@1', '+c@1', 'synced', '+b@30', '+d@31', '-c@40', 'synced']);
});

test('an object that was replaced by another of the same name during a gap of the stream was removed first', async () => {
  watches(
    (response) => {
      initial(['a'], '5')(response);
      setTimeout(() => response.destroy(), 10);
    },
    (response) => json(response, 410, status(410, 'Expired')),
    (response) => {
      const events = stream(response);
      events.send('ADDED', configMap('a', '9', { uid: 'another' }));
      events.send('BOOKMARK', initialEnd('10'));
    },
  );
  const seen = recorder();
  server.cluster().observe(configMaps, seen);
  await seen.reached('synced', 2);
  expect(seen.lines).toEqual(['+a@1', 'synced', '-a@1', '+a@9', 'synced']);
});

test.each([
  ['that is not JSON', '{"type":"MODIFIED","object":{"metada\n'],
  ['without an object', '{"type":"MODIFIED"}\n'],
  ['that ends in the middle', '{"type":"MODIFIED","object":{"metada'],
])('a line %s is not believed: the watch goes on from before it', async (_name, line) => {
  watches(
    (response) => {
      initial(['a'], '5')(response);
      response.write(line);
      setTimeout(() => response.end(), 10);
    },
    (response) => stream(response).send('MODIFIED', configMap('a', '6')),
  );
  const seen = recorder();
  server.cluster().observe(configMaps, seen);
  await seen.reached('+a@6');
  expect(opened()[1]?.query.get('resourceVersion')).toBe('5');
});

test('events that arrive in pieces, also in the middle of a character, are put together', async () => {
  watches((response) => {
    const text = Buffer.from(`${JSON.stringify({ type: 'ADDED', object: configMap('ä', '1') })}\n${JSON.stringify({ type: 'BOOKMARK', object: initialEnd('2') })}\n`);
    const cut = text.indexOf(Buffer.from('ä')) + 1;
    response.writeHead(200).write(text.subarray(0, cut));
    setTimeout(() => response.write(text.subarray(cut)), 10);
  });
  const seen = recorder();
  server.cluster().observe(configMaps, seen);
  await seen.reached('synced');
  expect(seen.lines).toEqual(['+ä@1', 'synced']);
});

test('a watch that falls silent is opened again', async () => {
  watches(initial(['a'], '5'), (response) => stream(response).send('MODIFIED', configMap('a', '6')));
  const seen = recorder();
  server.cluster({}, { silenceMs: 30 }).observe(configMaps, seen);
  await seen.reached('+a@6');
  expect(opened()[1]?.query.get('resourceVersion')).toBe('5');
});

test('the silence between bookmarks is longer than that allowed for the initial state', async () => {
  watches(initial([], '5'));
  const seen = recorder();
  server.cluster({}, { initialSilenceMs: 15, silenceMs: 1_000 }).observe(configMaps, seen);
  await seen.reached('synced');
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(opened()).toHaveLength(1);
});

test('a missing permission is reported, and tried again until there is one', async () => {
  watches(
    (response) => json(response, 403, status(403, 'Forbidden')),
    (response) => json(response, 403, status(403, 'Forbidden')),
    initial(['a'], '5'),
  );
  const seen = recorder();
  server.cluster().observe(configMaps, seen);
  await seen.reached('synced');
  expect(seen.lines).toEqual(['refused 403 retrying', 'refused 403 retrying', '+a@1', 'synced']);
});

test('a wrong selector is reported once and not tried again', async () => {
  server.handler = (seen, response) => (seen.path === COLLECTION ? (json(response, 400, status(400, 'BadRequest')) ?? true) : undefined);
  const seen = recorder();
  server.cluster().observe({ ...configMaps, labelSelector: '!!' }, seen);
  await seen.reached('refused 400');
  const { length } = server.seen;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.seen).toHaveLength(length);
});

test('a kind that is not served yet is watched as soon as discovery knows it', async () => {
  const cluster = server.cluster({}, { reopenMs: 60_000, reopenCapMs: 60_000 });
  const seen = recorder();
  cluster.observe({ apiVersion: 'x.io/v1', kind: 'Widget' }, seen);
  await seen.reached('unserved retrying');
  server.groups = [group('x.io', 'v1', ['Widget', 'widgets'])];
  server.handler = (request, response) => (request.path === '/apis/x.io/v1/widgets' ? initial([], '1')(response) : undefined);
  await cluster.resolve('x.io/v1', 'Widget');
  await seen.reached('synced');
});

test('an outage is reported, and its end by synced; what was known before stays known', async () => {
  watches(initial(['a'], '5'), (response) => stream(response).send('MODIFIED', configMap('a', '6')));
  const seen = recorder();
  server.cluster().observe(configMaps, seen);
  await seen.reached('synced');
  await server.down();
  await seen.reached('lost retrying');
  await server.up();
  await seen.reached('+a@6');
  expect(seen.lines.filter((line) => line !== 'lost retrying')).toEqual(['+a@1', 'synced', 'synced', '+a@6']);
});

describe('observers of one scope', () => {
  test('share a stream; a late one gets the state so far by a list', async () => {
    const objects = new FakeCollection();
    objects.serveOn(server);
    objects.put('a');
    objects.put('b');
    const cluster = server.cluster();
    const first = recorder();
    cluster.observe(configMaps, first);
    await first.reached('synced');
    objects.remove('b');
    objects.put('a');
    await first.reached('+a@5');
    const second = recorder();
    cluster.observe({ ...configMaps }, second);
    expect(second.lines).toEqual([]);
    await second.reached('synced');
    expect(second.lines).toEqual(['+a@5', 'synced']);
    objects.put('a');
    await Promise.all([first.reached('+a@6'), second.reached('+a@6')]);
    expect(first.lines).toEqual(['+a@2', '+b@3', 'synced', '-b@4', '+a@5', '+a@6']);
    expect(objects.asked).toEqual(['watch  ns', 'list  ns']);
  });

  test('leave one by one; the last one ends the stream', async () => {
    let events: ReturnType<typeof stream> | undefined;
    let ended = false;
    watches((response) => {
      events = initial(['a'], '5')(response);
      response.on('close', () => (ended = true));
    });
    const cluster = server.cluster();
    const [first, second] = [recorder(), recorder()];
    const subscriptions = [cluster.observe(configMaps, first), cluster.observe(configMaps, second)];
    await second.reached('synced');
    subscriptions[0]?.close();
    events?.send('MODIFIED', configMap('a', '6'));
    await second.reached('+a@6');
    expect(first.lines).toEqual(['+a@1', 'synced']);
    subscriptions[1]?.close();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(ended).toBe(true);
  });

  test('that leave at once are never called', async () => {
    watches(initial(['a'], '5'));
    const seen = recorder();
    server.cluster().observe(configMaps, seen).close();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(seen.lines).toEqual([]);
    expect(opened()).toHaveLength(0);
  });
});

test('close ends every stream at once', async () => {
  let ended = false;
  watches((response) => {
    initial(['a'], '5')(response);
    response.on('close', () => (ended = true));
  });
  const cluster = server.cluster();
  const seen = recorder();
  cluster.observe(configMaps, seen);
  await seen.reached('synced');
  cluster.close();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(ended).toBe(true);
  expect(seen.lines).toEqual(['+a@1', 'synced']);
  expect(opened()).toHaveLength(1);
});
