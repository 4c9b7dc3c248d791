/** Extensions of several namespaces, as accounts see them that may read some of these. */
import { boxcutter, commandBench } from '../command';
import { document } from '../documents';
import { CatalogFolder } from './fixture';

const bench = commandBench();
const { run, scratch } = bench;
const roles = 'rbac.authorization.k8s.io/v1';

beforeAll(() => {
  process.env['XDG_CONFIG_HOME'] = scratch.path;
});
afterAll(async () => {
  delete process.env['XDG_CONFIG_HOME'];
  const names = [`${bench.namespace}-2`, `${bench.namespace}-3`];
  for (const name of names) await bench.test.remove({ apiVersion: 'v1', kind: 'Namespace', name });
  for (const kind of ['ClusterRole', 'ClusterRoleBinding']) await bench.test.remove({ apiVersion: roles, kind, name: bench.namespace });
});

interface Listed {
  readonly extensions: readonly { readonly extension: string; readonly stateNamespace: string; readonly status: string }[];
}

test('outdated -A and list -A: of all that may be read, with a note of what may not', async () => {
  const mine = bench.namespace;
  const [other, closed] = [`${mine}-2`, `${mine}-3`];
  const catalog = new CatalogFolder(scratch, 'catalog', mine);
  // Names of their own: tests beside these install packages, too, and what is installed anywhere meets their dependencies.
  for (const name of ['sails', 'oars', 'ropes']) {
    for (const version of ['1.0.0', '1.1.0']) catalog.bundle(name, version);
    catalog.package(name, { stable: [{ name: '1.0.0' }, { name: '1.1.0', replaces: `${name}.v1.0.0` }] });
  }
  catalog.save();
  const from = ['--catalog', `own=${catalog.path}`];
  for (const name of [other, closed]) await bench.test.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  const installed = [['sails', mine, '1.0.0'], ['oars', other, '1.1.0'], ['ropes', closed, '1.0.0']] as const;
  for (const [name, namespace, version] of installed) {
    expect(await boxcutter(['install', name, ...from, '--version', version, '-n', namespace])).toMatchObject({ code: 0 });
  }

  const ours = (stdout: string): readonly string[] => (JSON.parse(stdout) as Listed).extensions
    .filter(({ stateNamespace }) => stateNamespace.startsWith(mine)).map(({ extension, stateNamespace, status }) => `${extension} ${stateNamespace} ${status}`);
  const whole = await boxcutter(['outdated', '-A', ...from, '-o', 'json']);
  // Each was installed in one version alone, which the record remembers.
  expect(ours(whole.stdout)).toEqual([`oars ${other} newest`, `ropes ${closed} held`, `sails ${mine} held`]);
  expect(document(await run('outdated', ...from, '-o', 'json'))).toMatchObject({ extensions: [{ extension: 'sails' }] });

  // A tenant: may see namespaces, and read the Secrets of two.
  const user = { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: `${mine}-tenant` };
  await bench.test.create({
    apiVersion: roles, kind: 'ClusterRole', metadata: { name: mine }, rules: [{ apiGroups: [''], resources: ['namespaces'], verbs: ['list', 'get'] }],
  });
  await bench.test.create({
    apiVersion: roles, kind: 'ClusterRoleBinding', metadata: { name: mine }, subjects: [user],
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: mine },
  });
  for (const namespace of [mine, other]) {
    await bench.test.create({
      apiVersion: roles, kind: 'Role', metadata: { name: 'reader', namespace }, rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] }],
    });
    await bench.test.create({
      apiVersion: roles, kind: 'RoleBinding', metadata: { name: 'reader', namespace }, subjects: [user],
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
    });
  }
  const asTenant = ['-A', '--as', user.name, '-o', 'json'];
  const outdated = await boxcutter(['outdated', ...from, ...asTenant]);
  expect(ours(outdated.stdout)).toEqual([`oars ${other} newest`, `sails ${mine} held`]);
  expect(outdated.stderr).toMatch(/The Secrets of \d+ namespaces may not be read \(.*\); extensions with their state there are left out\./);
  const list = await boxcutter(['list', ...asTenant]);
  expect(ours(list.stdout)).toEqual([`oars ${other} complete`, `sails ${mine} complete`]);
  expect(list).toMatchObject({ code: 0, stderr: expect.stringContaining('are left out') });

  for (const [name, namespace] of installed) expect(await boxcutter(['delete', name, '-n', namespace])).toMatchObject({ code: 0 });
});
