/** A rule that cannot be is refused when it is given: one that never strikes makes a test that cannot fail. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startFaultProxy, type FaultProxy, type Rule } from '../../../lib/testing';
import { ANSWERS, FAULTS } from '../../../lib/testing/fault-proxy/fault-fields';

/** Nothing is sent in these tests: there need not be a server. */
const target = { server: 'http://127.0.0.1:9' };

let proxy: FaultProxy;
beforeAll(async () => {
  proxy = await startFaultProxy({ target });
});
afterEach(() => proxy.clear());
afterAll(() => proxy.close());

/** As from a program without types. */
const add = (rule: unknown): unknown => proxy.addRule(rule as Rule);
const refusing = { type: 'refuse' };

test.each<[string, unknown, string[]]>([
  ['no rule', undefined, ['it is nothing; it must be an object with fault']],
  ['a rule without fault', { nth: 1 }, ['fault: it is missing; it must be an object with a type, like { type: \'refuse\' }']],
  ['a fault in words', { fault: 'refuse' }, ['fault: it is "refuse"; it must be an object with a type, like { type: \'refuse\' }']],
  ['a fault that nobody knows', { fault: { type: 'nonsense' } }, [`fault.type: it is "nonsense"; it must be one of ${Object.keys(FAULTS).join(', ')}`]],
  ['a fault with the name of something else', { fault: { type: 'toString' } }, [expect.stringContaining('fault.type: it is "toString"') as string]],
  ['a verb that nobody knows', { match: { verb: 'aply' }, fault: refusing }, [
    'match.verb: it is "aply"; it must be one or several of get, list, watch, create, update, patch, apply, delete, deletecollection, discovery, other',
  ]],
  ['one of several verbs', { match: { verb: ['get', 'aply'] }, fault: refusing }, [expect.stringContaining('match.verb: it is ["get", "aply"]') as string]],
  ['no verb at all', { match: { verb: [] }, fault: refusing }, [expect.stringContaining('match.verb: it is a list') as string]],
  ['a kind as resource', { match: { resource: 'ConfigMap' }, fault: refusing }, [expect.stringContaining('match.resource: it is "ConfigMap"; it must be the plural of a kind in lower case') as string]],
  ['a resource with its subresource', { match: { resource: 'pods/status' }, fault: refusing }, [expect.stringContaining('match.resource: it is "pods/status"') as string]],
  ['a path that is a text', { match: { path: '/api' }, fault: refusing }, ['match.path: it is "/api"; it must be a regular expression, like /labelSelector=/']],
  ['a field of a match that means nothing', { match: { kind: 'x' }, fault: refusing }, ['match.kind: it means nothing here; known are verb, resource, namespace, name, subresource, dryRun, path']],
  ['a match in words', { match: 'configmaps', fault: refusing }, ['match: it is "configmaps"; it must be an object, or a function of the request']],
  ['a field of a rule that means nothing', { verb: 'get', fault: refusing }, ['verb: it means nothing here; known are match, nth, times, fault']],
  ['a request before the first', { nth: 0, fault: refusing }, ['nth: it is 0; it must be a whole number from 1']],
  ['no request at all', { times: 0, fault: refusing }, ['times: it is 0; it must be a whole number from 1']],
  ['a status without answer', { fault: { type: 'answer', status: 503 } }, [
    'fault.status: it means nothing here; known are type, answer',
    expect.stringContaining('fault.answer: it is missing; it must be an object with a type, like { type: \'unavailable\' }') as string,
  ]],
  ['an answer in words', { fault: { type: 'answer', answer: 'too-many-requests' } }, [expect.stringContaining('fault.answer: it is "too-many-requests"; it must be an object with a type') as string]],
  ['an answer that nobody knows', { fault: { type: 'answer', answer: { type: 'teapot' } } }, [`fault.answer.type: it is "teapot"; it must be one of ${Object.keys(ANSWERS).join(', ')}`]],
  ['come back, but when', { fault: { type: 'answer', answer: { type: 'too-many-requests' } } }, ['fault.answer.retryAfterSeconds: it is missing; it must be a whole number of seconds from 0']],
  ['a status that is no failure', { fault: { type: 'answer', answer: { type: 'status', code: 200, reason: '', message: '' } } }, ['fault.answer.code: it is 200; it must be a status code from 400 to 599']],
  ['late, but how late', { fault: { type: 'delay-answer' } }, ['fault.ms: it is missing; it must be a number of milliseconds from 0']],
  ['a time that is none', { fault: { type: 'watch-lag', after: 0, ms: Number.NaN } }, ['fault.ms: it is NaN; it must be a number of milliseconds from 0']],
  ['a watch fault that begins nowhere', { fault: { type: 'watch-cut' } }, ['fault.after: it is missing; it must be the number of events to let through first, from 0']],
  ['a swap that waits for ever by number', { fault: { type: 'watch-reorder', after: 0, ms: Number.POSITIVE_INFINITY } }, ['fault.ms: it is Infinity; it must be a number of milliseconds from 0']],
  ['an error of another code', { fault: { type: 'watch-error', after: 0, code: 503 } }, ['fault.code: it is 503; it must be one of 410, 500']],
  ['meanwhile nothing', { fault: { type: 'meanwhile', at: 'once', then: 'go on' } }, [
    'fault.at: it is "once"; it must be one of arrival, answer',
    'fault.act: it is missing; it must be a function of the request',
  ]],
])('%s', (_, rule, mistakes) => {
  let thrown: unknown;
  try {
    add(rule);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ code: 'fault-rule-invalid', category: 'input', hint: expect.stringContaining('docs/testing.md') });
  const { message, details } = thrown as { message: string; details: { mistakes: readonly { path: string; message: string }[] } };
  expect(details.mistakes.map(({ path, message: what }) => (path === '' ? what : `${path}: ${what}`))).toEqual(mistakes);
  for (const { path } of details.mistakes) expect(message).toContain(path);
});

test('the message says which rule it is, of several', async () => {
  expect(() => add({ fault: { type: 'answer', status: 503 } })).toThrow(/^The rule with the fault "answer" cannot be used:\n- fault\.status: /);
  const rules = [{ fault: refusing }, { fault: { type: 'nonsense' } }] as unknown as readonly Rule[];
  await expect(startFaultProxy({ target, rules })).rejects.toMatchObject({ code: 'fault-rule-invalid', details: { mistakes: [{ path: 'rules[1].fault.type' }] } });
});

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'it is nothing; it must be an object with target'],
  ['no target', {}, 'target: it is missing'],
  ['a target without server', { target: { url: 'http://x' } }, 'target: it is an object; it must be the path of a kubeconfig, or an object with server'],
  ['one rule for a list', { target, rules: { fault: refusing } }, 'rules: it is an object; it must be a list of rules'],
  ['a mistyped option', { target, onRequests: () => undefined }, 'onRequests: it means nothing here; known are target, rules, onRequest'],
])('startFaultProxy refuses %s', async (_, options, says) => {
  const error = { code: 'fault-proxy-options-invalid', category: 'input', message: expect.stringContaining(says) };
  await expect(startFaultProxy(options as Parameters<typeof startFaultProxy>[0])).rejects.toMatchObject(error);
});

test('what is left out may be said as undefined', () => {
  expect(() => add({ match: { verb: undefined, path: /x/g, dryRun: false }, nth: undefined, times: Number.POSITIVE_INFINITY, fault: { type: 'watch-lag', after: 0, ms: undefined } })).not.toThrow();
});

describe('docs/testing.md', () => {
  const page = readFileSync(join(__dirname, '../../../docs/testing.md'), 'utf8');
  /** The examples of a table whose rows begin with an object. */
  const shown = [...page.matchAll(/^\| `(\{ type: .*?\})` \|/gm)].map(([, source = '']) => new Function('act', `return (${source})`)(() => undefined) as { readonly type: string });
  const faults = shown.filter(({ type }) => type in FAULTS);
  const answers = shown.filter(({ type }) => type in ANSWERS);

  test('has an example of every fault and every answer, and no other', () => {
    expect(faults.map(({ type }) => type).sort()).toEqual(Object.keys(FAULTS).sort());
    expect(answers.map(({ type }) => type).sort()).toEqual(Object.keys(ANSWERS).sort());
    expect(faults.length + answers.length).toBe(shown.length);
  });

  test('has examples that work', () => {
    for (const fault of faults) expect(() => add({ fault })).not.toThrow();
    for (const answer of answers) expect(() => add({ fault: { type: 'answer', answer } })).not.toThrow();
  });
});
