/** What the API server says about the rights of the caller, read as rules. */
import type { JsonObject, KubeObject } from '../../../../lib/api';
import type { Answer } from '../../../../lib/engine';
import { isAllowed, OwnRules, type SelfReviewer } from '../../../../lib/guards/permissions/own-rules';
import type { PolicyRule } from '../../../../lib/guards/permissions/rules';

const pods = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };
const nodes = { verbs: ['get'], apiGroups: [''], resources: ['nodes'] };
const healthz = { verbs: ['get'], nonResourceURLs: ['/healthz'] };
const refused: Answer = { type: 'refused', status: { code: 403, reason: 'Forbidden', message: 'no', causes: [] } };
const object = (content: object): Answer =>
  ({ type: 'object', object: { apiVersion: 'v1', kind: 'Any', metadata: {}, ...content }, created: true });

/** Answers reviews by namespace, and gives roles by name. */
function server(
  statuses: Readonly<Record<string, object>>,
  roles: Readonly<Record<string, Answer>> = {},
): SelfReviewer & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    create: ({ kind, spec }: KubeObject) => {
      const { namespace = '' } = spec as { namespace?: string };
      asked.push(`${kind} ${namespace}`);
      return Promise.resolve(object({ status: statuses[namespace] ?? {} }));
    },
    get: ({ kind, name, namespace = '' }) => {
      asked.push(`${kind} ${namespace}/${name}`);
      return Promise.resolve(roles[name] ?? { type: 'gone' });
    },
  };
}

test('one review for each namespace, and one where no namespace can be: what holds there, holds on the whole cluster', async () => {
  const reviewer = server({ '-': { resourceRules: [nodes] }, 'shop': { resourceRules: [nodes, pods], nonResourceRules: [healthz] } });
  const own = await OwnRules.read(reviewer, ['shop', '', 'shop']);
  expect(reviewer.asked.sort()).toEqual(['SelfSubjectRulesReview -', 'SelfSubjectRulesReview shop']);
  expect([own.in('').rules, own.in('shop').rules, own.in('elsewhere').rules]).toEqual([[nodes], [nodes, pods, healthz], []]);
  expect([own.allows('shop', pods), own.allows('', pods), own.isIncomplete]).toEqual([true, false, false]);
});

test('one authorizer that does not list its rules is enough for the list to be incomplete', async () => {
  const own = await OwnRules.read(server({ shop: { incomplete: true }, state: { incomplete: false } }), ['shop', 'state']);
  expect(own.isIncomplete).toBe(true);
});

test('rules that are allowed although none lists them count in their namespace only', async () => {
  const own = (await OwnRules.read(server({}), ['shop', 'state'])).with(new Map([['shop', [pods]]]));
  expect([own.allows('shop', pods), own.allows('state', pods), own.allows('', pods)]).toEqual([true, false, false]);
});

test('roles: what one grants; none; and one that may not be read', async () => {
  const own = await OwnRules.read(server({}), []);
  const ref = (kind: string, name: string, namespace = 'shop') => ({ ref: { kind, name }, namespace });
  const reviewer = server({}, { view: object({ rules: [pods] }), secret: refused });
  const roles = [ref('ClusterRole', 'view'), ref('ClusterRole', 'view', 'other'), ref('Role', 'gone'), ref('Role', 'secret')];
  const known = await own.withRoles(reviewer, roles);
  expect(reviewer.asked.sort()).toEqual(['ClusterRole /view', 'Role shop/gone', 'Role shop/secret']);
  expect([known.role({ kind: 'ClusterRole', name: 'view' }, 'any'), known.role({ kind: 'Role', name: 'gone' }, 'shop')]).toEqual([[pods], undefined]);
  expect(known.role({ kind: 'Role', name: 'secret' }, 'shop')).toEqual([]);
  expect(known.unknown).toEqual([expect.objectContaining({ code: 'role-unreadable', data: { role: { kind: 'Role', name: 'secret' } } })]);
});

test.each<[string, Answer, string]>([
  ['refuses', refused, 'no'],
  ['does not answer', { type: 'lost', message: 'connection reset', applied: 'unknown' } as never, 'connection reset'],
  ['has no such API', { type: 'unserved' } as Answer, 'does not serve'],
])('a server that %s: nothing is known, and so it is said', async (_, answer, words) => {
  const reviewer: SelfReviewer = { create: () => Promise.resolve(answer), get: () => Promise.resolve(refused) };
  await expect(OwnRules.read(reviewer, [])).rejects.toMatchObject({
    code: 'permissions-unknown', category: 'server', message: expect.stringContaining(words), hint: expect.stringContaining('`checkPermissions`'),
  });
});

test.each<[string, string, PolicyRule, JsonObject]>([
  ['by name', 'shop', { ...pods, resourceNames: ['web'] }, { namespace: 'shop', verb: 'get', group: '', resource: 'pods', name: 'web' }],
  ['without one', '', nodes, { namespace: '', verb: 'get', group: '', resource: 'nodes' }],
  [
    'of a subresource', 'shop', { verbs: ['update'], apiGroups: ['apps'], resources: ['deployments/scale'] },
    { namespace: 'shop', verb: 'update', group: 'apps', resource: 'deployments', subresource: 'scale' },
  ],
])('a single question %s', async (_, namespace, single, resourceAttributes) => {
  const questions: unknown[] = [];
  const reviewer = (allowed: boolean): SelfReviewer => ({
    get: () => Promise.resolve(refused),
    create: ({ kind, spec }) => {
      questions.push([kind, spec]);
      return Promise.resolve(object({ status: { allowed } }));
    },
  });
  expect([await isAllowed(reviewer(true), namespace, single), await isAllowed(reviewer(false), namespace, single)]).toEqual([true, false]);
  expect(questions[0]).toEqual(['SelfSubjectAccessReview', { resourceAttributes }]);
});
