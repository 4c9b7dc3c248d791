/** The page of a report: what it says, and that nothing of others runs in it. */
import { createHash } from 'node:crypto';
import type { KubeObject, ResolvedRevision } from '../../../../../lib/api';
import { reportOf } from '../../../../../lib/cli/output/report/content';
import { reportPage } from '../../../../../lib/cli/output/report/page';
import { linksOf } from '../../../../../lib/cli/output/report/links';
import { markedRule, rolesOf } from '../../../../../lib/cli/output/report/rights';

const RBAC = 'rbac.authorization.k8s.io/v1';
const EVIL = '</script><img src=x onerror="alert(1)">\u202e';
const named = (apiVersion: string, kind: string, name: string, more: object = {}): KubeObject =>
  ({ apiVersion, kind, metadata: { name, namespace: 'shop' }, ...more });
const account = named('v1', 'ServiceAccount', 'web');
const settings = named('v1', 'ConfigMap', 'settings');
const secret = named('v1', 'Secret', 'key', { data: { password: 'aHVudGVyMg==' } });
const role = named(RBAC, 'Role', 'reader', { rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }] });
const binding = named(RBAC, 'RoleBinding', 'reads', {
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' }, subjects: [{ kind: 'ServiceAccount', name: 'web' }],
});
const web = (image: string): KubeObject => named('apps/v1', 'Deployment', 'web', {
  spec: {
    template: {
      spec: {
        serviceAccountName: 'web',
        containers: [{ name: 'c', image, envFrom: [{ configMapRef: { name: 'settings' } }, { secretRef: { name: 'key' } }] }],
      },
    },
  },
});
const revision = (objects: readonly KubeObject[]): ResolvedRevision => ({
  extension: 'shop', number: 1, digest: 'd', probes: [],
  phases: [{ name: 'deploy', objects: objects.map((object) => ({ object, collisionProtection: 'Prevent' })) }],
});
const pageOf = (objects: readonly KubeObject[], remarks: readonly string[] = []): string =>
  reportPage(reportOf(revision(objects), { source: './shop', madeAt: '2026-01-02T03:04:05.678Z', remarks }));

test('objects are linked to those they name', () => {
  const links = linksOf([account, settings, secret, role, binding, web('i')]).map(({ from, to, why }) => `${from} ${to} ${why}`);
  expect(links.sort()).toEqual(['4 0 holder', '4 3 role', '5 0 service account', '5 1 configuration', '5 2 secret']);
});

test('what is not in the content is not linked, nor is an object to itself', () => {
  expect(linksOf([web('i')])).toEqual([]);
});

test('roles have their holders and what is dangerous in them', () => {
  expect(rolesOf([role, binding])).toEqual([expect.objectContaining({
    kind: 'Role', name: 'reader', holders: ['ServiceAccount web, in namespace shop'],
    rules: [expect.objectContaining({ dangers: ['reads Secrets'] })],
  })]);
});

test.each([
  [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }, ['everything']],
  [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }, []],
  [{ verbs: ['list'], apiGroups: [''], resources: ['secrets'] }, ['reads Secrets']],
  [{ verbs: ['delete'], apiGroups: [''], resources: ['secrets'] }, []],
  [{ verbs: ['create'], apiGroups: [''], resources: ['pods/exec'] }, ['runs commands in Pods']],
  [{ verbs: ['bind', 'escalate'], apiGroups: [RBAC], resources: ['roles'] }, ['escalate', 'bind']],
  [{ verbs: ['*'], apiGroups: ['apps'], resources: ['deployments'] }, ['all verbs']],
])('the rule %j is marked %j', (rule, dangers) => {
  expect(markedRule(rule).dangers).toEqual(dangers);
});

test('the page has every object, the image and who uses it', () => {
  const page = pageOf([account, web('registry.example/web:1')]);
  expect(page.match(/<article /g)).toHaveLength(2);
  expect(page).toContain('registry.example/web:1');
  expect(page).toContain('Deployment web: container c');
  expect(page).toContain('not pinned');
});

test('texts of others are no markup, and turn nothing around', () => {
  const page = pageOf([{ ...account, metadata: { name: EVIL } }, web(EVIL)], [EVIL]);
  expect(page).not.toContain('<img');
  expect(page).not.toContain('\u202e');
  expect(page.match(/<\/script>/g)).toHaveLength(1);
});

test('only the style and the script of the page are let in, by their digests', () => {
  const page = pageOf([account]);
  const digestOf = (tag: string): string =>
    createHash('sha256').update(new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page)?.[1] ?? '').digest('base64');
  expect(page).toContain(`default-src 'none'; style-src 'sha256-${digestOf('style')}'; script-src 'sha256-${digestOf('script')}'`);
  expect(page).not.toMatch(/ (?:src|style|on\w+)=/);
});

test('values of Secrets are not on the page', () => {
  expect(pageOf([secret])).not.toContain('aHVudGVyMg==');
});
