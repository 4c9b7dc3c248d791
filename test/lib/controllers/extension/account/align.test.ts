/** Revisions are switched to a service account when it may do all that they have to do, and not before. */
import {
  ANNOTATION_SERVICE_ACCOUNT_NAME, ANNOTATION_SERVICE_ACCOUNT_NAMESPACE, FINALIZER_TEARDOWN, type KubeObject, type ObjectRef,
} from '../../../../../lib/api';
import type { Answer } from '../../../../../lib/engine';
import { alignAccount } from '../../../../../lib/controllers/extension/account';
import type { AligningPlace } from '../../../../../lib/controllers/extension/account/align';
import type { LiveExtension, LiveRevision } from '../../../../../lib/controllers/extension/revision-facts';
import { revision, type RevisionTable } from '../a-revision';

const ALL = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];
const extension = (account?: string): LiveExtension => ({
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', metadata: { name: 'shop', uid: 'x' },
  spec: { namespace: 'shops', ...(account === undefined ? {} : { serviceAccount: { name: account } }) },
}) as unknown as LiveExtension;

/** As the API server has it; one ConfigMap of its own number. */
function live(
  table: RevisionTable, { account, isTornDown = false }: { readonly account?: string; readonly isTornDown?: boolean } = {},
): LiveRevision {
  const { metadata, spec, ...rest } = revision(table);
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `config-${table.number}`, namespace: 'shops' } };
  return {
    ...rest,
    metadata: {
      ...metadata, resourceVersion: '7', ownerReferences: [{ apiVersion: '', kind: 'ClusterExtension', name: 'shop', uid: 'x', controller: true }],
      finalizers: isTornDown ? [] : [FINALIZER_TEARDOWN],
      annotations: {
        ...metadata.annotations,
        ...(account === undefined ? {} : { [ANNOTATION_SERVICE_ACCOUNT_NAME]: account, [ANNOTATION_SERVICE_ACCOUNT_NAMESPACE]: 'shops' }),
      },
    },
    spec: { ...spec, phases: [{ name: 'deploy', objects: [{ object }] }] },
  } as unknown as LiveRevision;
}

/** An API server on which the account has these rules. @returns what was read, asked and written, and how it ended */
async function aligned(
  account: string | undefined, revisions: readonly LiveRevision[], rules: readonly object[], patched: Answer = { type: 'gone' },
): Promise<{ readonly done: readonly string[]; readonly error?: Error }> {
  const done: string[] = [];
  const place = {
    cluster: {
      get: ({ name }: ObjectRef) => {
        done.push(`get ${name}`);
        const object = revisions.find(({ metadata }) => metadata.name === name) as KubeObject;
        return Promise.resolve({ type: 'object', object, created: false });
      },
      patch: ({ name }: ObjectRef, operations: readonly { readonly value: unknown }[]) => {
        const after = operations[1]?.value as Readonly<Record<string, string>>;
        done.push(`${name} acts as ${after[ANNOTATION_SERVICE_ACCOUNT_NAME] ?? 'the controllers'}`);
        return Promise.resolve(patched);
      },
    },
    target: { cluster: { as: ({ user }: { readonly user: string }) => ({
      kinds: () => Promise.resolve([]),
      create: () => {
        if (!done.includes(`asked as ${user}`)) done.push(`asked as ${user}`);
        return Promise.resolve({ type: 'object', object: { status: { resourceRules: rules, incomplete: false } }, created: true });
      },
    }) } },
  } as unknown as AligningPlace;
  try {
    await alignAccount(extension(account), revisions, place);
    return { done };
  } catch (error) {
    return { done, error: error as Error };
  }
}

const SUCCEEDED: RevisionTable = { number: 2, version: '1.0.0' };
const ROLLING: RevisionTable = { number: 3, version: '1.1.0' };
const ARCHIVED: RevisionTable = { number: 1, version: '0.9.0', state: 'Archived' };

test('one that lacks something gets no revision, and every rule is named', async () => {
  const { done, error } = await aligned('ann', [live(SUCCEEDED), live(ROLLING)], [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch', 'create', 'patch'] }]);
  expect(done).toEqual(['get shop-2', 'get shop-3', 'asked as system:serviceaccount:shops:ann']);
  expect(error).toMatchObject({ code: 'permissions-missing', category: 'server' });
  expect(error?.message.split('\n').map((line) => line.trim()).filter((line) => line.startsWith('Namespace:'))).toEqual([
    'Namespace:"shops" APIGroups:[] Resources:[configmaps] ResourceNames:[config-2] Verbs:[delete]',
    'Namespace:"shops" APIGroups:[] Resources:[configmaps] ResourceNames:[config-3] Verbs:[delete]',
  ]);
  expect(error?.message).toContain('Until it may do all of this, what is installed goes on with the rights that it had');
});

test('one that lacks nothing gets all that still act, in the place of another as well', async () => {
  const revisions = [live(ARCHIVED, { isTornDown: true }), live(SUCCEEDED, { account: 'before' }), live(ROLLING, { account: 'ann' })];
  const { done, error } = await aligned('ann', revisions, ALL);
  expect(error).toBeUndefined();
  expect(done).toEqual(['get shop-2', 'asked as system:serviceaccount:shops:ann', 'shop-2 acts as ann']);
});

test('what is still being taken down counts', async () => {
  expect((await aligned('ann', [live(ARCHIVED)], ALL)).done).toEqual(['get shop-1', 'asked as system:serviceaccount:shops:ann', 'shop-1 acts as ann']);
});

test('where nothing changes, nothing is asked; to clear one, neither', async () => {
  expect((await aligned('ann', [live(SUCCEEDED, { account: 'ann' })], [])).done).toEqual([]);
  expect((await aligned(undefined, [live(SUCCEEDED)], [])).done).toEqual([]);
  expect((await aligned(undefined, [live(SUCCEEDED, { account: 'ann' })], [])).done).toEqual(['shop-2 acts as the controllers']);
});

test('a change of another client is another turn; no answer is an error', async () => {
  const refused: Answer = { type: 'refused', status: { code: 422, reason: 'Invalid', message: 'the resourceVersion differs' } } as unknown as Answer;
  const revisions = [live(SUCCEEDED), live(ROLLING)];
  expect(await aligned('ann', revisions, ALL, refused)).toMatchObject({ done: expect.arrayContaining(['shop-2 acts as ann', 'shop-3 acts as ann']) });
  expect((await aligned('ann', revisions, ALL, { type: 'lost', message: 'connection reset' })).error?.message).toBe(
    'Revision shop-2 could not be given its service account: connection reset',
  );
});
