/** The turns of a reflector: what it asks for next, after each way in which a list or a watch can end. */
import type { ServerResponse } from 'node:http';
import type { StreamProblem } from '../../../../lib/engine/ports';
import { Discovery } from '../../../../lib/kube/discovery';
import { Client } from '../../../../lib/kube/http';
import type { StreamListener } from '../../../../lib/kube/streams/differ';
import type { ServerTraits } from '../../../../lib/kube/streams/list-mode';
import { Reflector } from '../../../../lib/kube/streams/reflector';
import type { Timing } from '../../../../lib/kube/timing';
import {
  COLLECTION, configMap, configMaps, fast, FakeServer, fixedCredentials, initialEnd, json, status, stream, type Seen,
} from '../fake-server';
import { until } from '../views';

type Step = (response: ServerResponse) => void;

let server: FakeServer;
let client: Client;
let reflector: Reflector | undefined;
beforeEach(async () => {
  server = await FakeServer.start();
});
afterEach(async () => {
  reflector?.stop();
  client.close();
  await server.stop();
});

/** Runs a reflector against a server that answers the requests for the collection one after the other; the last answer stays open. */
async function follow(steps: readonly Step[], traits: ServerTraits = { watchList: true }, timing: Partial<Timing> = {}) {
  const asked: string[] = [];
  const reported: string[] = [];
  server.handler = (seen, response) => {
    if (seen.path !== COLLECTION) return undefined;
    asked.push(nameOf(seen));
    (steps[asked.length - 1] ?? open())(response);
    return true;
  };
  const listener: StreamListener = {
    changed: ({ metadata: { name, resourceVersion } }) => reported.push(`+${name}@${resourceVersion}`),
    removed: ({ name }, resourceVersion) => reported.push(`-${name}@${resourceVersion}`),
    synced: () => reported.push('synced'),
    failed: (problem, retrying) => reported.push(`${textOf(problem)}${retrying ? ' retrying' : ''}`),
    restored: () => reported.push('restored'),
  };
  const times = { ...fast, ...timing };
  client = new Client({ server: server.url, namespace: 'default', tls: {}, credentials: fixedCredentials({}), origin: 'a test' }, times);
  reflector = new Reflector(client, new Discovery(client, times, () => {}), configMaps, traits, times, listener);
  let isOver = false;
  void reflector.run().then(() => (isOver = true));
  await until(() => isOver || asked.length > steps.length, () => ({ asked, reported }));
  return { asked: asked.slice(0, steps.length + 1), reported };
}

function nameOf({ query }: Seen): string {
  if (query.has('sendInitialEvents')) return 'streaming list';
  if (query.get('watch') === '1') return `watch from ${query.get('resourceVersion')}`;
  return query.get('limit') === '1' ? 'look at the version' : 'list';
}

function textOf(problem: StreamProblem): string {
  return problem.type === 'refused' ? `refused ${problem.status.code}` : problem.type;
}

/** A streaming list as of a version, and how the stream goes on. */
const initial = (version: string, names: readonly string[], ...more: readonly [string, unknown][]): Step => (response) => {
  const { send } = stream(response);
  for (const name of names) send('ADDED', configMap(name, version));
  send('BOOKMARK', initialEnd(version));
  for (const [type, object] of more) send(type, object);
};
const events = (...more: readonly [string, unknown][]): Step => (response) => {
  const { send } = stream(response);
  for (const [type, object] of more) send(type, object);
};
const open = (): Step => (response) => void stream(response);
const ending = (step: Step): Step => (response) => {
  step(response);
  setTimeout(() => response.end(), 5);
};
const answer = (code: number, body: object): Step => (response) => json(response, code, body);
const page = (version: string, ...names: readonly string[]): Step => answer(200, {
  metadata: { resourceVersion: version }, items: names.map((name) => configMap(name, version)),
});
const expired: [string, unknown] = ['ERROR', status(410, 'Expired', 'too old resource version')];

describe('the initial state', () => {
  test('comes as a streaming list; the watch in it goes on', async () => {
    const { reported } = await follow([ending(initial('5', ['a'], ['MODIFIED', configMap('a', '6')]))]);
    expect(reported).toEqual(['+a@5', 'synced', '+a@6']);
  });

  test('is listed in pages, then watched, from a server that has no streaming lists; that is remembered for all', async () => {
    const traits = { watchList: true };
    const refusal = answer(422, status(422, 'Invalid', 'sendInitialEvents is forbidden'));
    const { asked, reported } = await follow([refusal, page('5', 'a')], traits);
    expect(asked).toEqual(['streaming list', 'list', 'watch from 5']);
    expect(reported).toEqual(['+a@5', 'synced']);
    expect(traits.watchList).toBe(false);
  });

  test('is listed in pages when the streaming list is cut three times before it is complete', async () => {
    const cut = ending(events(['ADDED', configMap('a', '5')]));
    const { asked } = await follow([cut, cut, cut, page('5', 'a')]);
    expect(asked).toEqual(['streaming list', 'streaming list', 'streaming list', 'list', 'watch from 5']);
  });

  test('is listed in pages when the streaming list stays silent', async () => {
    const { asked } = await follow([open(), page('5', 'a')], { watchList: true }, { initialSilenceMs: 30 });
    expect(asked).toEqual(['streaming list', 'list', 'watch from 5']);
  });
});

describe('after a watch', () => {
  test('that was closed, the next one goes on from the last version, be it of an event or of a bookmark', async () => {
    const { asked } = await follow([
      ending(initial('5', ['a'], ['MODIFIED', configMap('a', '6')])),
      ending(events(['BOOKMARK', configMap('', '8')])),
    ]);
    expect(asked).toEqual(['streaming list', 'watch from 6', 'watch from 8']);
  });

  test('whose version the server no longer knows, everything is listed and compared', async () => {
    const { asked, reported } = await follow([ending(initial('5', ['a', 'b'])), events(expired), ending(initial('9', ['b']))]);
    expect(asked).toEqual(['streaming list', 'watch from 5', 'streaming list', 'watch from 9']);
    expect(reported).toEqual(['+a@5', '+b@5', 'synced', '+b@9', '-a@9', 'synced']);
  });

  test('that is refused with 410, everything is listed too', async () => {
    const { asked } = await follow([ending(initial('5', ['a'])), answer(410, status(410, 'Gone'))]);
    expect(asked).toEqual(['streaming list', 'watch from 5', 'streaming list']);
  });

  test('that fell silent, a look at the version comes first, because the storage may have been restored', async () => {
    const { asked, reported } = await follow([initial('5', ['a']), page('5', 'a')], { watchList: true }, { silenceMs: 30 });
    expect(asked).toEqual(['streaming list', 'look at the version', 'watch from 5']);
    expect(reported).toEqual(['+a@5', 'synced']);
  });

  test('that fell silent twice, the version itself is doubted and everything is listed', async () => {
    const { asked } = await follow([initial('5', ['a']), page('5', 'a'), open()], { watchList: true }, { silenceMs: 30 });
    expect(asked).toEqual(['streaming list', 'look at the version', 'watch from 5', 'streaming list']);
  });

  test('that ended with an error of the server, the next goes on from the same version; the third time everything is listed', async () => {
    const trouble = events(['ERROR', status(500, 'InternalError', 'etcdserver: no leader')]);
    const { asked, reported } = await follow([ending(initial('5', ['a'])), trouble, trouble, trouble]);
    expect(asked).toEqual(['streaming list', 'watch from 5', 'watch from 5', 'watch from 5', 'streaming list']);
    expect(reported).toEqual(['+a@5', 'synced', 'refused 500 retrying', 'refused 500 retrying', 'refused 500 retrying']);
  });

  test('with a line longer than any object, everything is listed in pages', async () => {
    const huge: Step = (response) => {
      stream(response);
      response.write('x'.repeat(5_000));
    };
    const { asked, reported } = await follow([
      ending(initial('5', ['a'])),
      huge,
      page('6', 'a'),
    ], { watchList: true }, { lineLength: 2_000 });
    expect(asked).toEqual(['streaming list', 'watch from 5', 'list', 'watch from 6']);
    expect(reported).toEqual(['+a@5', 'synced', 'lost retrying', '+a@6', 'synced']);
  });
});

describe('versions that go back: the storage was restored from a backup', () => {
  test('seen in an event: everything is reported again, whatever its version', async () => {
    const { asked, reported } = await follow([ending(initial('50', ['a'])), events(['MODIFIED', configMap('a', '7')])]);
    expect(asked).toEqual(['streaming list', 'watch from 50', 'streaming list']);
    expect(reported.slice(0, 3)).toEqual(['+a@50', 'synced', 'restored']);
  });

  test('seen after a silence by a look at the version', async () => {
    const { asked, reported } = await follow([initial('50', ['a']), page('7', 'a')], { watchList: true }, { silenceMs: 30 });
    expect(asked).toEqual(['streaming list', 'look at the version', 'streaming list']);
    expect(reported).toEqual(['+a@50', 'synced', 'restored']);
  });

  test('seen in a new list, which is then read once more and believed', async () => {
    const { asked, reported } = await follow([
      ending(initial('50', ['a'])),
      events(expired),
      initial('7', ['a']),
      ending(initial('7', ['a'])),
    ]);
    expect(asked).toEqual(['streaming list', 'watch from 50', 'streaming list', 'streaming list', 'watch from 7']);
    expect(reported).toEqual(['+a@50', 'synced', 'restored', '+a@7', 'synced']);
  });
});

describe('a refusal', () => {
  test('for want of permission is reported and tried again', async () => {
    const { asked, reported } = await follow([answer(403, status(403, 'Forbidden')), ending(initial('5', ['a']))]);
    expect(asked).toEqual(['streaming list', 'streaming list', 'watch from 5']);
    expect(reported).toEqual(['refused 403 retrying', '+a@5', 'synced']);
  });

  test('of the scope itself is reported once and ends it', async () => {
    const { asked, reported } = await follow([answer(400, status(400, 'BadRequest')), answer(400, status(400, 'BadRequest'))]);
    expect(asked).toEqual(['streaming list', 'list']);
    expect(reported).toEqual(['refused 400']);
  });
});
