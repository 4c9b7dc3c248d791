/**
 * Creating on API servers that do not know "create only": they take an apply with resource version 1 for an ordinary one.
 */
import type { FieldSet, KubeObject, ManagedFieldsEntry, ResolvedRevision } from '../../../../lib/api';
import { buildRollout, resultOf, run, type Answer, type ApplyOptions, type Cluster, type State } from '../../../../lib/engine';
import { configMap, context, refused } from '../fake-server';

type Behaviour = 'honours' | 'ignores' | 'forbids' | 'lacks the owner';

/** As little of a server as creating needs. Applies and creates keep their managed fields apart, as a real one does. */
interface OddServer extends Cluster {
  readonly requests: string[];
  readonly objects: Map<string, KubeObject>;
}

function serverOf(behaviour: Behaviour, existing: readonly KubeObject[] = []): OddServer {
  const objects = new Map(existing.map((object) => [object.metadata.name ?? '', object]));
  const requests: string[] = [];
  let version = 10;
  const store = (object: KubeObject, operation: string, dryRun = false): Answer => {
    const name = object.metadata.name ?? '';
    const before = objects.get(name);
    const fields: ManagedFieldsEntry = { manager: 'boxcutter', operation, apiVersion: 'v1', fieldsV1: trie(object, true) };
    const live = { ...object, metadata: { ...object.metadata, uid: before?.metadata.uid ?? `uid-${name}`, resourceVersion: String((version += 1)), managedFields: [fields] } };
    if (!dryRun) objects.set(name, live);
    return { type: 'object', object: live, created: before === undefined };
  };
  const isOwner = ({ kind }: KubeObject): boolean => kind === 'Secret';
  return {
    requests, objects,
    apply: (object: KubeObject, { dryRun = false }: ApplyOptions) => {
      requests.push(`${dryRun ? 'dry-run' : 'apply'} ${object.metadata.name ?? ''}`);
      if (isOwner(object)) {
        const answers = {
          'honours': refused({ code: 409, reason: 'Conflict' }), 'forbids': refused({ code: 403, reason: 'Forbidden' }),
          'ignores': { type: 'object', created: false, object } as const, 'lacks the owner': { type: 'object', created: true, object } as const,
        };
        return Promise.resolve(answers[behaviour]);
      }
      const isConflict = behaviour !== 'ignores' && object.metadata.resourceVersion === '1' && objects.has(object.metadata.name ?? '');
      return Promise.resolve(isConflict ? refused({ code: 409, reason: 'Conflict' }) : store(object, 'Apply', dryRun));
    },
    create: (object, { dryRun = false }) => {
      requests.push(`${dryRun ? 'dry-run ' : ''}create ${object.metadata.name ?? ''}`);
      return Promise.resolve(objects.has(object.metadata.name ?? '') ? refused({ code: 409, reason: 'AlreadyExists' }) : store(object, 'Update', dryRun));
    },
    get: ({ name }) => Promise.resolve(objects.has(name) ? { type: 'object', object: objects.get(name) as KubeObject, created: false } : { type: 'gone' }),
    patch: ({ name }, operations) => {
      requests.push(`patch ${name}`);
      const live = objects.get(name) as KubeObject;
      const after = { ...live, metadata: { ...live.metadata, resourceVersion: String((version += 1)), managedFields: operations.find(({ op }) => op === 'replace')?.value as ManagedFieldsEntry[] } };
      objects.set(name, after);
      return Promise.resolve({ type: 'object', object: after, created: false });
    },
    delete: () => Promise.reject(new Error('nothing has to go')),
    resolve: () => Promise.resolve(undefined),
    observe: (_, observer) => {
      queueMicrotask(() => observer.synced());
      return { close: () => undefined };
    },
  };
}

/** The field set of a manifest without lists. */
function trie(value: unknown, isRoot = false): FieldSet {
  if (value === null || typeof value !== 'object') return {};
  const left = isRoot ? ['apiVersion', 'kind'] : ['name', 'namespace', 'resourceVersion'];
  return Object.fromEntries(Object.entries(value).filter(([name]) => !left.includes(name)).map(([name, child]) => [`f:${name}`, trie(child)]));
}

function rollOut(cluster: Cluster, names: readonly string[], more: { readonly dryRun?: boolean; readonly preflight?: 'never' | 'new-content' } = {}): Promise<State> {
  const phases = [{ name: 'p', objects: names.map((name) => ({ object: configMap(name), collisionProtection: 'Prevent' as const })) }];
  const revision: ResolvedRevision = { extension: 'web', number: 1, digest: 'x', probes: [], phases };
  const built = buildRollout(revision, { context, inventory: [], labelSelector: 'app=web', preflight: 'never', ...more });
  return run({ cluster, ...built, context, probe: () => ({ status: 'pass', message: '', terminal: false }), labels: [] });
}

function actionsOf(state: State): readonly string[] {
  return resultOf(state).phases.flatMap(({ objects }) => objects.map(({ ref, action }) => `${ref.name}: ${action}`));
}

test('a server that knows it is asked once, however many runs there are', async () => {
  const server = serverOf('honours');
  await rollOut(server, ['a', 'b']);
  await rollOut(server, ['c']);
  expect([...server.requests].sort()).toEqual(['apply a', 'apply b', 'apply c', 'dry-run head']);
});

test('what was learnt through a wrapper belongs to the server behind it', async () => {
  const server = serverOf('honours');
  const wrapped = (): Cluster => ({ ...server, origin: server });
  await rollOut(wrapped(), ['a']);
  await rollOut(wrapped(), ['b']);
  expect(server.requests.filter((request) => request === 'dry-run head')).toHaveLength(1);
});

test('one that does not know it: objects are created by POST, and their fields become ours by Apply', async () => {
  const server = serverOf('ignores');
  const state = await rollOut(server, ['a']);
  expect(actionsOf(state)).toEqual(['a: Created']);
  expect(server.requests).toEqual(['dry-run head', 'create a', 'patch a']);
  expect(server.objects.get('a')?.metadata.managedFields?.map(({ manager, operation }) => [manager, operation])).toEqual([['boxcutter', 'Apply']]);
  expect(resultOf(state).complete).toBe(true);
});

test('there, an object that exists is not overwritten, and the dry run before the first write says so', async () => {
  const theirs = { ...configMap('b', 'theirs'), metadata: { ...configMap('b').metadata, uid: 'theirs', resourceVersion: '3' } };
  const server = serverOf('ignores', [theirs]);
  expect(actionsOf(await rollOut(server, ['a', 'b'], { preflight: 'new-content' }))).toEqual(['a: Waiting', 'b: Collision']);
  expect(server.objects.get('b')).toBe(theirs);
  expect(server.objects.has('a')).toBe(false);
});

test('one that may not be asked is taken for one that knows it', async () => {
  const server = serverOf('forbids');
  expect(actionsOf(await rollOut(server, ['a']))).toEqual(['a: Created']);
  expect(server.requests).toEqual(['dry-run head', 'apply a']);
});

test('that the owner would be created says nothing, and is not remembered', async () => {
  const server = serverOf('lacks the owner');
  await rollOut(server, ['a']);
  await rollOut(server, ['b']);
  expect(server.requests).toEqual(['dry-run head', 'apply a', 'dry-run head', 'apply b']);
});

test('a dry run asks nothing of the owner, which may not exist yet', async () => {
  const server = serverOf('honours');
  await rollOut(server, ['a'], { dryRun: true, preflight: 'new-content' });
  expect(server.requests).toEqual(['dry-run a']);
});

test('nothing is asked where nothing is created', async () => {
  const server = serverOf('honours');
  await rollOut(server, []);
  expect(server.requests).toEqual([]);
});
