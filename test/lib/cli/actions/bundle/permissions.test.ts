/** `boxcutter bundle permissions`: roles that can be applied, for whom, and what is refused. The check of an account needs a cluster. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePermissions } from '../../../../../lib/cli/actions/bundle/permissions';
import type { BundlePermissionsArgs } from '../../../../../lib/cli/commands/bundle/permissions';
import { loadManifests } from '../../../../../lib/formats/detect/load-manifests';

let path: string;
let out: string[];
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'permissions-')), 'shop.yaml');
  const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
  const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'shop' }, rules };
  writeFileSync(path, [
    role,
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } },
  ].map((object) => JSON.stringify(object)).join('\n---\n'));
  out = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(String(text)) > 0);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(join(path, '..'), { recursive: true });
});

const defaults = {
  engine: 'command', grants: 'hold', output: 'text', certificates: 'auto', dangerouslyAcceptBundlesWithoutConfigSchema: false,
  ignoreMinKubeVersion: false,
} as const;
const run = (args: Partial<BundlePermissionsArgs> = {}): Promise<number> => bundlePermissions({ path, namespace: 'shop', ...defaults, ...args });

test('roles as YAML that can be applied, bound to an account', async () => {
  expect(await run({ for: 'system:serviceaccount:ci:installer' })).toBe(0);
  writeFileSync(path, out.join(''));
  const objects = loadManifests(path).objects.map(({ manifest }) => manifest);
  expect(objects.map(({ kind }) => kind)).toEqual(['Role', 'RoleBinding']);
  expect(objects[0]).toMatchObject({
    metadata: { name: 'shop-installer:sa:ci:installer', namespace: 'shop' },
    rules: expect.arrayContaining([
      {
        apiGroups: [''],
        resources: ['configmaps'],
        resourceNames: ['settings'],
        verbs: ['get', 'list', 'watch', 'create', 'patch', 'delete'],
      },
      { apiGroups: [''], resources: ['pods'], verbs: ['get'] },
    ]),
  });
  expect(objects[1]).toMatchObject({ subjects: [{ kind: 'ServiceAccount', name: 'installer', namespace: 'ci' }] });
});

test('each account gets roles of its own name, however it is written', async () => {
  const namesFor = async (who?: string): Promise<readonly unknown[]> => {
    out = [];
    expect(await run({ output: 'json', ...(who === undefined ? {} : { for: who }) })).toBe(0);
    return (JSON.parse(out.join('')) as { objects: { metadata: { name: string } }[] }).objects.map(({ metadata: { name } }) => name);
  };
  const given: string[] = [];
  for (const who of [
    'ci/installer',
    'system:serviceaccount:ci:installer',
    'ops/installer',
    'user:ada',
    'group:team/a',
  ]) given.push([...new Set(await namesFor(who))].join());
  expect(given).toEqual([
    'shop-installer:sa:ci:installer',
    'shop-installer:sa:ci:installer',
    'shop-installer:sa:ops:installer',
    'shop-installer:user:ada',
    'shop-installer:group:team-a',
  ]);
  expect(await namesFor()).toEqual(['shop-installer']);
});

test('for machines: each rule with its reason', async () => {
  expect(await run({ output: 'json', grants: 'delegate', roleName: 'x' })).toBe(0);
  const document = JSON.parse(out.join('')) as { rules: { reason: string }[] };
  expect(document).toMatchObject({
    schema: 'boxcutter.permissions/v1',
    extension: 'shop',
    engine: 'command',
    grants: 'delegate',
    objects: [{ kind: 'Role', metadata: { name: 'x' } }],
  });
  expect(document.rules.map(({ reason }) => reason)).toContain('to write Role shop without holding what it grants');
});

test('no namespace for the state is refused', async () => {
  writeFileSync(path, JSON.stringify({ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'shop' }, value: 1 }));
  await expect(run({ namespace: undefined })).rejects.toMatchObject({ category: 'input', code: 'usage-namespace' });
  expect(await run({ namespace: undefined, engine: 'controller' })).toBe(0);
});

test.each<[string, Partial<BundlePermissionsArgs>, string]>([
  ['no account to give it to', { for: 'installer' }, 'usage-account'],
  ['no account to check', { check: 'ada' }, 'usage-account'],
  ['half an account to check', { check: 'ci/' }, 'usage-account'],
  ['what OLM needs, printed', { engine: 'olm' }, 'usage-engine'],
])('%s is refused', async (_, args, code) => {
  await expect(run(args)).rejects.toMatchObject({ category: 'input', code });
});
