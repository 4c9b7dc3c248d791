import type { Client, HttpRequest, Lane, Outcome } from '../../../../lib/kube/http';
import { ConnectionFailure, readPages } from '../../../../lib/kube/http';

const kind = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespaced: true, verbs: ['list'] };
const scope = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', labelSelector: 'a=b' };
const page = (version: string, names: readonly string[], next?: string): Outcome => ({
  status: 200, headers: {}, body: JSON.stringify({
    metadata: { resourceVersion: version, continue: next ?? '' }, items: names.map((name) => ({ metadata: { name } })),
  }),
});
const gone: Outcome = { status: 410, headers: {}, body: '' };
const tooLarge = new ConnectionFailure('the answer has more than 1 bytes', true, 'TOO_LARGE');
const cut = new ConnectionFailure('cut', true, 'ECONNRESET');

/** Reads a list whose pages are these answers, one after the other. */
async function read(answers: readonly Outcome[], metadataOnly = false) {
  const asked: HttpRequest[] = [];
  const lanes: (Lane | undefined)[] = [];
  const received: string[] = [];
  const client = {
    send: (request: HttpRequest, lane?: Lane) => {
      asked.push(request);
      lanes.push(lane);
      return Promise.resolve(answers[asked.length - 1] ?? cut);
    },
  } as Partial<Client> as Client;
  const result = await readPages(client, kind, scope, metadataOnly, {
    restart: () => received.push('restart'),
    page: (items) => received.push(items.map(({ apiVersion, kind: named, metadata }) => `${apiVersion}/${named} ${metadata.name}`)
      .join(' ')),
  }, { lane: 'mine' });
  const queries = asked.map(({ path }) => new URL(path, 'http://server').searchParams);
  return {
    asked,
    lanes,
    received,
    result,
    limits: queries.map((query) => query.get('limit')),
    places: queries.map((query) => query.get('continue')),
  };
}

test('page after page, each item with the type of the list, as of the version of the last page', async () => {
  const { asked, lanes, received, result, limits, places } = await read([page('7', ['a', 'b'], 'p2'), page('9', ['c'])]);
  expect([result, received]).toEqual(['9', ['v1/ConfigMap a v1/ConfigMap b', 'v1/ConfigMap c']]);
  expect([limits, places]).toEqual([['500', '500'], [null, 'p2']]);
  expect(asked[0]).toMatchObject({ method: 'GET', verb: 'list', repeatable: true, gzip: true, accept: 'application/json' });
  expect(asked[0]?.path).toMatch(/^\/api\/v1\/namespaces\/ns\/configmaps\?labelSelector=a%3Db&/);
  expect(lanes).toEqual([{ lane: 'mine' }, { lane: 'mine' }]);
});

test('metadata alone can be asked for', async () => {
  expect((await read([page('1', [])], true)).asked[0]?.accept).toMatch(/^application\/json;as=PartialObjectMetadataList;/);
});

test('a list without version or items is an empty one', async () => {
  const { result, received } = await read([{ status: 200, headers: {}, body: '{"items":null}' }]);
  expect([result, received]).toEqual(['', ['']]);
});

test('a page that is too large for memory is asked for in small ones, once', async () => {
  const small = await read([tooLarge, page('1', ['a'])]);
  expect([small.result, small.limits]).toEqual(['1', ['500', '50']]);
  const never = await read([tooLarge, tooLarge, page('1', ['a'])]);
  expect([never.result, never.limits]).toEqual([tooLarge, ['500', '50']]);
});

test('a page that the server has forgotten: the list begins anew, three times at most', async () => {
  const again = await read([page('1', ['a'], 'p2'), gone, page('5', ['b'])]);
  expect([again.result, again.received, again.places]).toEqual(['5', ['v1/ConfigMap a', 'restart', 'v1/ConfigMap b'], [null, 'p2', null]]);
  const first = page('1', ['a'], 'p2');
  const often = await read([first, gone, first, gone, first, gone, first, gone]);
  expect([often.result, often.asked.length]).toEqual([gone, 8]);
});

test.each<[string, Outcome]>([
  ['410 for the first page', gone],
  ['another status', { status: 403, headers: {}, body: '{}' }],
  ['a failure', cut],
])('%s is the outcome', async (_what, outcome) => {
  const { result, asked } = await read([outcome]);
  expect([result, asked.length]).toEqual([outcome, 1]);
});

test('what is no JSON is a failure', async () => {
  expect((await read([{ status: 200, headers: {}, body: '<html>' }])).result).toMatchObject({
    code: 'MALFORMED',
    message: 'the list is not JSON',
  });
});
