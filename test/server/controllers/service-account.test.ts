/** An extension that names a service account: everything of it is written and read as that account, and what that lacks is said beforehand. */
import { loadAll } from 'js-yaml';
import type { KubeObject, ObjectRef } from '../../../lib/api';
import { boxcutter } from '../cli/command';
import { AuditLog } from '../support/audit';
import { conditionOf } from './installed/plane';
import { clusterCatalog, extension, fleet, PublishedCatalog, revision } from './fleet';

const group = fleet();
const NAME = 'installer';
let bundle: string;
let audit: AuditLog;
let given: readonly KubeObject[] = [];
let ref: string;
const itself = (): ObjectRef => extension(`as-${group.shard}`);
const settings = (): ObjectRef => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: group.test.namespace, name: 'as' });
const spec = (more: object = {}): object => ({
  namespace: group.test.namespace, serviceAccount: { name: NAME },
  source: { sourceType: 'Catalog', catalog: { packageName: 'as', version: '1.0.0', ...more } },
});
const config = (version: string): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'as' }, data: { version } });

/** The roles that the command prints for the account. */
async function roles(): Promise<readonly KubeObject[]> {
  const { namespace } = group.test;
  const args = ['bundle', 'permissions', bundle, '-n', namespace, '--name', itself().name, '--engine', 'service-account', '--for', `${namespace}/${NAME}`];
  const { stdout, code, stderr } = await boxcutter(args);
  if (code !== 0) throw new Error(stderr);
  return loadAll(stdout) as readonly KubeObject[];
}

beforeAll(async () => {
  const catalog = new PublishedCatalog(group, 'as');
  await catalog.bundle('as', '1.0.0', { objects: [config('1')] });
  await catalog.bundle('as', '1.1.0', { objects: [config('2')] });
  catalog.package('as', { stable: [{ name: '1.0.0' }, { name: '1.1.0', replaces: 'as.v1.0.0' }] });
  ref = await catalog.push();
  bundle = `${group.scratch.path}/as-draft/bundles/as.v1.1.0`;
  await group.other.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: NAME, namespace: group.test.namespace } });
  await group.startControllers();
  await group.apply('ClusterCatalog', group.shard, { source: { type: 'Image', image: { ref } } });
  await group.until(clusterCatalog(group.shard), 'Serving True Available');
  audit = new AuditLog();
}, 60_000);

afterAll(async () => {
  for (const { apiVersion, kind, metadata: { name = '' } } of given) {
    if (kind.startsWith('Cluster')) await group.other.delete({ apiVersion, kind, name });
  }
});

test('what the account lacks is said with every rule, and nothing is written', async () => {
  const { namespace } = group.test;
  await group.apply('ClusterExtension', itself().name, spec());
  const live = await group.until(itself(), 'Progressing True Retrying: pre-authorization failed');
  const { message } = conditionOf(live, 'Progressing') ?? { message: '' };
  const definition = `as.${group.shard}.example`;
  expect(message.split('\n').map((line) => line.trim()).filter((line) => line.startsWith('Namespace:'))).toEqual([
    `Namespace:"" APIGroups:[apiextensions.k8s.io] Resources:[customresourcedefinitions] ResourceNames:[ass.${definition}] Verbs:[create,delete,get,list,patch,watch]`,
    `Namespace:"" APIGroups:[${definition}] Resources:[ass] Verbs:[list]`,
    `Namespace:"${namespace}" APIGroups:[] Resources:[configmaps] ResourceNames:[as] Verbs:[create,delete,get,patch]`,
    `Namespace:"${namespace}" APIGroups:[apps] Resources:[deployments] ResourceNames:[as-operator] Verbs:[create,delete,get,patch]`,
    `Namespace:"${namespace}" APIGroups:[] Resources:[configmaps] Verbs:[list,watch]`,
    `Namespace:"${namespace}" APIGroups:[apps] Resources:[deployments] Verbs:[list,watch]`,
  ]);
  expect(message).toContain(`all that it needs, as roles: boxcutter bundle permissions BUNDLE --engine service-account --for ${namespace}/${NAME}.`);
  await group.other.until(revision(`${itself().name}-1`), (found) => found === undefined);
});

test('with these rules it is installed, upgraded and repaired, all of it as the account', async () => {
  given = await roles();
  for (const role of given) await group.other.apply(role);
  await group.until(itself(), 'Installed True Succeeded');
  await group.apply('ClusterExtension', itself().name, spec({ version: '1.1.0' }));
  await group.until(itself(), 'Progressing True Succeeded: Revision 1.1.0 is rolled out.');
  await group.until(revision(`${itself().name}-1`), 'Progressing False Archived');
  await group.other.delete(settings());
  await group.other.until(settings(), (live) => (live?.['data'] as { readonly version?: string } | undefined)?.version === '2');
  const events = await audit.events(({ verb, userAgent = '', objectRef = {}, user }) => (
    userAgent.startsWith('boxcutter') && user.username !== '' && ['configmaps', 'deployments', 'customresourcedefinitions'].includes(objectRef.resource ?? '')
    && (objectRef.namespace === group.test.namespace || (objectRef.name ?? '').endsWith(`${group.shard}.example`)) && verb !== 'get'
  ));
  expect(events.length).toBeGreaterThan(6);
  const account = `system:serviceaccount:${group.test.namespace}:${NAME}`;
  expect([...new Set(events.map(({ impersonatedUser }) => impersonatedUser?.username))]).toEqual([account]);
  expect(events.filter(({ responseStatus }) => responseStatus?.code === 403)).toEqual([]);
});

test('a right that is taken away is missed where it is needed, and one that is cleared leaves the rights of the controllers', async () => {
  const [role] = given.filter(({ kind }) => kind === 'RoleBinding');
  const { apiVersion = '', kind = '', metadata: { name = '', namespace } = { name: '' } } = role ?? {};
  await group.other.delete({ apiVersion, kind, name, namespace } as ObjectRef);
  await group.other.delete(settings());
  await group.until(itself(), 'Progressing True Retrying: forbidden');
  await group.test.cluster.patch(itself(), [{ op: 'remove', path: '/spec/serviceAccount' }], 'kubectl');
  await group.other.until(settings(), (live) => live !== undefined);
  await group.until(itself(), 'Progressing True Succeeded');
  const { metadata: { annotations = {} } } = await group.other.get(revision(`${itself().name}-2`));
  expect(Object.keys(annotations).filter((key) => key.includes('service-account'))).toEqual([]);
});

test('one that is named later gets nothing before it may do all that is there; until then everything goes on as before', async () => {
  const { namespace } = group.test;
  const accountOf = async (): Promise<readonly string[]> => {
    const { metadata: { annotations = {} } } = await group.other.get(revision(`${itself().name}-2`));
    return Object.entries(annotations).filter(([key]) => key.includes('service-account')).map(([, value]) => value).sort();
  };
  await group.apply('ClusterExtension', itself().name, spec({ version: '1.1.0' }));
  const live = await group.until(itself(), 'Progressing True Retrying: pre-authorization failed');
  const { message } = conditionOf(live, 'Progressing') ?? { message: '' };
  // Another binding gives it what it needs on the whole cluster.
  expect(message.split('\n').map((line) => line.trim()).filter((line) => line.startsWith('Namespace:'))).toEqual([
    `Namespace:"${namespace}" APIGroups:[] Resources:[configmaps] ResourceNames:[as] Verbs:[create,delete,get,patch]`,
    `Namespace:"${namespace}" APIGroups:[apps] Resources:[deployments] ResourceNames:[as-operator] Verbs:[create,delete,get,patch]`,
    `Namespace:"${namespace}" APIGroups:[] Resources:[configmaps] Verbs:[list,watch]`,
    `Namespace:"${namespace}" APIGroups:[apps] Resources:[deployments] Verbs:[list,watch]`,
  ]);
  expect(message).toContain('what is installed goes on with the rights that it had');
  expect(await accountOf()).toEqual([]);
  await group.until(itself(), 'Installed True Succeeded');
  await group.other.delete(settings());
  await group.other.until(settings(), (found) => found !== undefined);
  for (const role of given) await group.other.apply(role);
  await group.other.until(revision(`${itself().name}-2`), (found) => Object.values(found?.metadata.annotations ?? {}).includes(NAME));
  expect(await accountOf()).toEqual([NAME, namespace].sort());
  await group.until(itself(), 'Progressing True Succeeded: Revision 1.1.0 is rolled out.');
});

test('it is taken down', async () => {
  await group.other.delete(itself());
  await group.other.until(itself(), (live) => live === undefined);
  await group.other.until(settings(), (live) => live === undefined);
});
