/** Health and metrics over HTTP: what is answered to whom. */
import type { KubeObject } from '../../../../../lib/api';
import { listen, type RunningServer } from '../../../../../lib/catalog-store';
import { healthRoutes } from '../../../../../lib/controllers/process/health/routes';
import { textHandler, type Route } from '../../../../../lib/controllers/process/http/answers';
import { authorized } from '../../../../../lib/controllers/process/metrics/authorize';
import type { Answer } from '../../../../../lib/engine/ports';
import { ManualClock } from '../../manual-clock';

const running: RunningServer[] = [];
afterEach(async () => void (await Promise.all(running.splice(0).map((server) => server.close(0)))));

async function serve(routes: Readonly<Record<string, Route>>, onFault: (error: unknown) => void = () => {}): Promise<string> {
  const server = await listen(textHandler(routes, onFault));
  running.push(server);
  return server.url;
}

test('healthz answers as long as the process does; readyz names what is not ready', async () => {
  const end = new AbortController();
  let isReady = false;
  const url = await serve(healthRoutes(() => [{ name: 'catalog', ready: true }, { name: 'revision', ready: isReady }], end.signal));
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const before = await fetch(`${url}/readyz?verbose`);
  expect([before.status, await before.text()]).toEqual([503, 'ready: catalog\nnot ready: revision\nready: process\n']);
  isReady = true;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  end.abort();
  expect([(await fetch(`${url}/readyz`)).status, (await fetch(`${url}/healthz`)).status]).toEqual([503, 200]);
});

test('other paths and methods are refused, and a fault says nothing to the caller', async () => {
  const faults: unknown[] = [];
  const url = await serve({
    '/broken': () => {
      throw new Error('the password is s3cret');
    },
  }, (error) => faults.push(error));
  expect([(await fetch(`${url}/`)).status, (await fetch(`${url}/__proto__`)).status]).toEqual([404, 404]);
  expect((await fetch(`${url}/broken`, { method: 'POST' })).status).toBe(405);
  const broken = await fetch(`${url}/broken`);
  expect([broken.status, await broken.text(), faults.length]).toEqual([500, 'failed\n', 1]);
});

interface Reviewed {
  readonly spec: { readonly token?: string; readonly user?: string; readonly nonResourceAttributes?: object };
}

/** An API server that knows the tokens `good` (who may), `poor` (who may not), and is away for `away`. */
function reviewer() {
  const asked: string[] = [];
  const create = (object: KubeObject): Promise<Answer> => {
    const { spec } = object as unknown as Reviewed;
    asked.push(object.kind);
    if (spec.token === 'away') return Promise.resolve({ type: 'lost', message: 'timeout' });
    const status = object.kind === 'TokenReview'
      ? { authenticated: ['good', 'poor'].includes(spec.token ?? ''), user: { username: spec.token, groups: ['g'] } }
      : { allowed: spec.user === 'good', path: spec.nonResourceAttributes };
    return Promise.resolve({ type: 'object', object: { ...object, status }, created: true });
  };
  return { asked, create };
}

test.each([
  ['no token', undefined, 401], ['a token that nobody knows', 'Bearer bad', 401], ['no bearer token', 'Basic Z29vZA==', 401],
  ['who may not', 'Bearer poor', 403], ['who may', 'Bearer good', 200], ['an API server that is away', 'Bearer away', 500],
  ['a token without end', `Bearer ${'x'.repeat(15_000)}`, 401],
])('the metrics for %s', async (_who, authorization, status) => {
  const { create } = reviewer();
  const url = await serve({ '/metrics': authorized('/metrics', () => ({ status: 200, text: 'numbers\n' }), { cluster: { create }, clock: new ManualClock() }) });
  const answer = await fetch(`${url}/metrics`, authorization === undefined ? {} : { headers: { authorization } });
  expect([answer.status, (await answer.text()) === 'numbers\n']).toEqual([status, status === 200]);
});

test('the API server is asked once for a while, and at once only for a few', async () => {
  const { asked, create } = reviewer();
  const clock = new ManualClock();
  const route = authorized('/metrics', () => ({ status: 200, text: '' }), { cluster: { create }, clock });
  const call = async (token: string) => route({ headers: { authorization: `Bearer ${token}` } } as never);
  await Promise.all(Array.from({ length: 20 }, () => call('good')));
  expect(asked).toEqual(['TokenReview', 'SubjectAccessReview']);
  await clock.advance(59_999);
  await call('good');
  expect(asked).toHaveLength(2);
  await clock.advance(1);
  await call('good');
  expect(asked).toHaveLength(4);
  const crowd = await Promise.all(Array.from({ length: 20 }, (_none, index) => call(`guess-${index}`)));
  expect(crowd.map(({ status }) => status)).toEqual([...Array.from({ length: 8 }, () => 401), ...Array.from({ length: 12 }, () => 429)]);
});
