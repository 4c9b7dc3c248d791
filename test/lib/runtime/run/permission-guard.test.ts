/** Which operations are asked about, and what of the record goes into the question. */
import type { KubeObject, ObjectRef, ResolvedRevision } from '../../../../lib/api';
import type { Answer, InventoryEntry } from '../../../../lib/engine';
import { BoxcutterError } from '../../../../lib/errors';
import { permissionGuard, readOrListMissing, type PermissionCheckOptions } from '../../../../lib/runtime/run';
import { HeadRecord, type Operation, type StoredHead } from '../../../../lib/state';
import { FakeCluster } from '../fake-cluster';

const ref = (name: string): ObjectRef => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name });
const entry = (name: string, more: Partial<InventoryEntry> = {}): InventoryEntry => ({ ref: ref(name), order: 0, phase: 'p', ...more });
const object: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kept', namespace: 'shop' } };
const phases = [{ name: 'p', objects: [{ object, collisionProtection: 'Prevent' as const }] }];
const revision: ResolvedRevision = { extension: 'web', number: 2, digest: 'd', probes: [], phases };
const apply: Operation = { intent: 'apply', revision, again: false };
const takeDown: Operation = { intent: 'delete', number: 2, orphan: false };
const state = { apiGroups: [''], resources: ['secrets', 'namespaces'], verbs: ['*'] };

let notes: string[];
let reviews: number;
let cluster: PermissionCheckOptions['cluster'];
/** Answers reviews with these rules. */
function allow(...resourceRules: readonly object[]): void {
  const server = new FakeCluster();
  server.withoutNamespaces.add('absent');
  cluster = {
    kinds: () => Promise.resolve([]),
    get: (asked) => server.get(asked),
    create: ({ apiVersion, kind, metadata }): Promise<Answer> => {
      reviews += 1;
      return Promise.resolve({ type: 'object', object: { apiVersion, kind, metadata, status: { resourceRules } }, created: true });
    },
  };
}
beforeEach(() => {
  notes = [];
  reviews = 0;
  allow(state);
});

async function missing(operation: Operation, more: Partial<PermissionCheckOptions> = {}): Promise<readonly string[]> {
  const inventory = [entry('kept'), entry('old'), entry('lives', { orphan: true })];
  const stored: StoredHead = { head: { extension: 'web', revisions: [], inventory }, uid: 'head', resourceVersion: '1', ref: ref('boxcutter.web') };
  const record = await HeadRecord.of('web', { cluster: new FakeCluster().cluster, stateNamespace: 'shop' }, stored);
  const guard = permissionGuard(record, { cluster, stateNamespace: 'shop', checkPermissions: true, ...more });
  const answer = await guard.before?.({ operation, record, dryRun: false, onNote: (note) => void notes.push(note) });
  return answer?.refusal?.message.split('\n').slice(0, -1).map((line) => line.trim()) ?? [];
}

const lack = (what: string, ...lines: readonly string[]): readonly string[] =>
  [`These credentials lack permissions that ${what} needs:`, ...lines.map((line) => `in namespace shop: ${line}`)];

test('off unless it is asked for: no request', async () => {
  expect([await missing(apply, { checkPermissions: false }), reviews]).toEqual([[], 0]);
});

test.each<[string, Operation, Partial<PermissionCheckOptions>, readonly string[]]>([
  [
    'apply: what comes, what goes, and what is let go of', apply, {},
    lack('extension "web"', 'create, delete, get, list, patch, watch configmaps (kept)', 'get, list, patch, watch configmaps (lives)', 'delete, get, list, watch configmaps (old)'),
  ],
  [
    'apply that lets live what would go', apply, { orphan: true },
    lack('extension "web"', 'create, delete, get, list, patch, watch configmaps (kept)', 'get, list, patch, watch configmaps (lives, old)'),
  ],
  [
    'delete: everything on record', takeDown, {},
    lack('deleting extension "web"', 'delete, get, list, watch configmaps (kept, old)', 'get, list, patch, watch configmaps (lives)'),
  ],
  [
    'delete that lets everything live', { ...takeDown, orphan: true }, {},
    lack('deleting extension "web"', 'get, list, patch, watch configmaps (kept, lives, old)'),
  ],
])('%s', async (_, operation, more, lines) => {
  expect([...(await missing(operation, more))].sort()).toEqual([...lines].sort());
});

test('everything is allowed: nothing to say', async () => {
  allow({ apiGroups: ['*'], resources: ['*'], verbs: ['*'] });
  expect([await missing(apply), notes]).toEqual([[], []]);
});

test('namespaces that would be made need a permission of their own', async () => {
  const elsewhere = { ...object, metadata: { name: 'kept', namespace: 'absent' } };
  const operation: Operation = { ...apply, revision: { ...revision, phases: [{ name: 'p', objects: [{ object: elsewhere, collisionProtection: 'Prevent' }] }] } };
  allow({ apiGroups: [''], resources: ['configmaps', 'secrets'], verbs: ['*'] });
  expect(await missing(operation)).toEqual([]);
  expect(await missing(operation, { createNamespace: true })).toEqual([
    'These credentials lack permissions that extension "web" needs:', 'on the whole cluster: create namespaces',
  ]);
});

test('what could not be found out is a note, where nothing else is missing', async () => {
  allow({ apiGroups: ['', 'rbac.authorization.k8s.io'], resources: ['configmaps', 'secrets', 'rolebindings'], verbs: ['get', 'list', 'watch', 'create', 'patch', 'update', 'delete'] });
  cluster = { ...cluster, get: () => Promise.resolve({ type: 'refused', status: { code: 403, reason: '', message: 'no', causes: [] } }) };
  const binding = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata: { name: 'view', namespace: 'shop' }, roleRef: { kind: 'ClusterRole', name: 'view' } };
  const content = { ...revision, phases: [{ name: 'p', objects: [{ object: binding, collisionProtection: 'Prevent' as const }] }] };
  expect(await missing({ ...apply, revision: content })).toEqual([]);
  expect(notes).toEqual(['Permissions: ClusterRole view may not be read, so it is not known whether the account has everything that it grants.']);
});

describe('a record that may not be read', () => {
  const refused = new BoxcutterError('state-refused', 'server', 'Cannot read the state.');
  const read = (error: Error, more: Partial<PermissionCheckOptions> = {}, content?: ResolvedRevision): Promise<unknown> =>
    readOrListMissing(() => Promise.reject(error), 'web', { cluster, stateNamespace: 'shop', checkPermissions: true, ...more }, content);

  test('is one error with all that is missing, for the state and for the objects', async () => {
    allow();
    const error = read(refused, {}, revision);
    await expect(error).rejects.toMatchObject({ code: 'permissions-missing' });
    await expect(error).rejects.toThrow(/in namespace shop: .* configmaps \(kept\)/);
    await expect(error).rejects.toThrow(/in namespace shop: .* secrets/);
  });

  test('where only the record knows the objects, lists what is missing for the state', async () => {
    allow();
    await expect(read(refused)).rejects.toThrow(/^These credentials lack permissions that extension "web" needs:\n.* secrets/);
  });

  test('stays what it is where nothing is asked, where nothing is known to be missing, and for other errors', async () => {
    await expect(read(refused, { checkPermissions: false }, revision)).rejects.toBe(refused);
    allow({ apiGroups: ['*'], resources: ['*'], verbs: ['*'] });
    await expect(read(refused, {}, revision)).rejects.toBe(refused);
    const unreachable = new BoxcutterError('state-unreachable', 'server', 'No answer.');
    await expect(read(unreachable, {}, revision)).rejects.toBe(unreachable);
  });
});
