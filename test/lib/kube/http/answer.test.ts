import { answerOf, collectionProblem, statusOfBody, type Intent } from '../../../../lib/kube/http/answer';
import { ConnectionFailure, type HttpResponse } from '../../../../lib/kube/http';
import { configMap, status } from '../fake-server';

const response = (code: number, body: unknown, headers: HttpResponse['headers'] = {}): HttpResponse => ({
  status: code, headers, body: typeof body === 'string' ? body : JSON.stringify(body),
});
const deleted = configMap('a', '2', { deletionTimestamp: '2026-01-01T00:00:00Z' });
const unknownPath = status(404, 'NotFound', 'the server could not find the requested resource');
const writes: readonly Intent[] = ['apply', 'patch', 'delete', 'create', 'replace'];

describe('an object in the answer', () => {
  test.each<[Intent, number, boolean]>([['get', 200, false], ['apply', 200, false], ['apply', 201, true], ['create', 201, true]])(
    'of %s with status %i: it is given, and whether it is new', (intent, code, created) => {
      expect(answerOf(response(code, configMap('a', '1')), intent)).toEqual({ type: 'object', object: configMap('a', '1'), created });
    },
  );

  test('of a delete means that it is gone, unless it still has a deletionTimestamp to wait for', () => {
    expect(answerOf(response(200, configMap('a', '2')), 'delete')).toEqual({ type: 'gone' });
    expect(answerOf(response(200, deleted), 'delete')).toEqual({ type: 'object', object: deleted, created: false });
    expect(answerOf(response(200, { kind: 'Status', status: 'Success' }), 'delete')).toEqual({ type: 'gone' });
  });

  test('that is none leaves open what happened', () => {
    expect(answerOf(response(200, '<html>hello</html>'), 'apply')).toEqual({
      type: 'lost',
      message: 'the answer is not a Kubernetes object',
    });
  });
});

describe('404', () => {
  test.each<[Intent, string]>([
    ['get', 'gone'],
    ['delete', 'gone'],
    ['patch', 'gone'],
    ['apply', 'refused'],
    ['create', 'refused'],
    ['replace', 'refused'],
  ])(
    'that names the object, for %s: %s', (intent, type) => {
      expect(answerOf(response(404, status(404, 'NotFound', 'configmaps "a" not found')), intent).type).toBe(type);
    },
  );

  test.each([['the router of Go', '404 page not found\n'], ['the aggregator', unknownPath], ['nothing at all', '']])(
    'from %s: the kind is not served', (_who, body) => {
      for (const intent of ['get', ...writes] as const) expect(answerOf(response(404, body), intent)).toEqual({ type: 'unserved' });
    },
  );
});

describe('a failure after which the write may be stored all the same is lost, for a read it is refused', () => {
  test.each([
    [504, status(504, 'Timeout', 'request did not complete within the allotted timeout')],
    [502, 'bad gateway'],
    [500, status(500, 'InternalError', 'etcdserver: request timed out')],
    [500, status(500, 'ServerTimeout', 'try again')],
    [500, 'oops'],
  ])('%i %j', (code, body) => {
    for (const intent of writes) expect(answerOf(response(code, body), intent).type).toBe('lost');
    expect(answerOf(response(code, body), 'get').type).toBe('refused');
  });
});

describe('a failure before anything is stored is refused, also for a write', () => {
  test.each([
    [409, status(409, 'Conflict', 'the object has been modified')],
    [422, status(422, 'Invalid', 'spec is wrong')],
    [500, status(500, 'InternalError', 'failed calling webhook "x": context deadline exceeded')],
    [500, status(500, 'InternalError', 'failed to create typed patch object: field not declared in schema')],
  ])('%i %j', (code, body) => {
    for (const intent of writes) expect(answerOf(response(code, body), intent).type).toBe('refused');
  });
});

describe('what a failure says', () => {
  test('is the status of the server, with the pause that it asks for', () => {
    const body = status(429, 'TooManyRequests', 'slow down', { details: { retryAfterSeconds: 7, causes: [{ field: 'spec' }] } });
    expect(answerOf(response(429, body, { 'retry-after': '3' }), 'apply')).toEqual({
      type: 'refused',
      status: { code: 429, reason: 'TooManyRequests', message: 'slow down', causes: [{ field: 'spec' }], retryAfterSeconds: 7 },
    });
  });

  test('is the start of the text when a proxy answers with a page', () => {
    expect(answerOf(response(403, '<html><b>Go  away</b></html>'), 'get')).toMatchObject({
      status: { code: 403, message: 'HTTP status 403: Go away' },
    });
  });

  test('is a sentence of ours when an ERROR event carries nothing', () => {
    expect(statusOfBody({})).toMatchObject({ code: 500, message: 'the watch ended with an error that the server does not explain' });
  });
});

test('a dry run stores nothing, so that a failure of the server is a refusal', () => {
  const message = 'conversion webhook for example.com/v1, Kind=Foo failed: connect: connection refused';
  for (const code of [500, 502, 503]) {
    const failure = response(code, status(code, 'InternalError', message));
    expect(answerOf(failure, 'apply').type).toBe('lost');
    expect(answerOf(failure, 'apply', true)).toMatchObject({ type: 'refused', status: { code, message } });
  }
});

test('no answer at all is lost, for reads too', () => {
  const failure = new ConnectionFailure('the connection was cut', true, 'ECONNRESET');
  for (const intent of ['get', ...writes] as const) expect(answerOf(failure, intent)).toEqual({
    type: 'lost',
    message: 'the connection was cut',
  });
});

test('a collection has no "object not found": 404 says that the kind is not served', () => {
  expect(collectionProblem(response(404, status(404, 'NotFound', 'configmaps "a" not found')))).toEqual({ type: 'unserved' });
  expect(collectionProblem(response(403, status(403, 'Forbidden', 'no')))).toMatchObject({ type: 'refused', status: { code: 403 } });
});
