/** Which rule covers which, as the authorizer of Kubernetes decides it. */
import { compactRules, covers, uncovered, type PolicyRule } from '../../../../lib/guards/permissions/rules';

const rule = (verbs: string, groups: string, resources: string, names = ''): PolicyRule => ({
  verbs: verbs.split(','), apiGroups: groups.split(','), resources: resources.split(','), ...(names === '' ? {} : { resourceNames: names.split(',') }),
});
/** So many that they are not searched one by one. */
const LONG = Array.from({ length: 100 }, (_, index) => `r${index}`).join();
const url = (...nonResourceURLs: readonly string[]): PolicyRule => ({ verbs: ['get'], nonResourceURLs });

test.each<[boolean, string, PolicyRule, PolicyRule]>([
  [true, 'itself', rule('get', 'apps', 'deployments'), rule('get', 'apps', 'deployments')],
  [true, 'more than is wanted', rule('get,list', 'apps,', 'deployments,pods'), rule('get', '', 'pods')],
  [true, 'stars', rule('*', '*', '*'), rule('delete', 'apps', 'deployments/scale', 'web')],
  [false, 'another verb', rule('get', 'apps', 'deployments'), rule('list', 'apps', 'deployments')],
  [false, 'another group', rule('get', '', 'deployments'), rule('get', 'apps', 'deployments')],
  [false, 'a star where only one is held', rule('get', 'apps', 'deployments'), rule('*', 'apps', 'deployments')],
  [false, 'a resource does not give its subresources', rule('get', 'apps', 'deployments'), rule('get', 'apps', 'deployments/scale')],
  [true, 'one subresource of all', rule('get', '*', '*/scale'), rule('get', 'apps', 'deployments/scale')],
  [false, 'one subresource of all is not the resource', rule('get', '*', '*/scale'), rule('get', 'apps', 'deployments')],
  [true, 'all names give one', rule('get', '', 'pods'), rule('get', '', 'pods', 'a')],
  [false, 'one name does not give all', rule('get', '', 'pods', 'a'), rule('get', '', 'pods')],
  [true, 'some of the names', rule('get', '', 'pods', 'a,b'), rule('get', '', 'pods', 'b')],
  [false, 'one name too many', rule('get', '', 'pods', 'a'), rule('get', '', 'pods', 'a,b')],
  [true, 'the same in long lists', rule('get', '', LONG, LONG), rule('get', '', LONG, LONG)],
  [false, 'one name too many in long lists', rule('get', '', LONG, LONG), rule('get', '', LONG, `${LONG},other`)],
  [false, 'one resource too many in long lists', rule('get', '', LONG), rule('get', '', `${LONG},other`)],
  [true, 'a star in a long list', rule('get', '', `${LONG},*/scale`), rule('get', '', `${LONG},other/scale`)],
  [true, 'a URL below', url('/metrics/*'), url('/metrics/a')],
  [false, 'a URL beside', url('/metrics'), url('/metrics/a')],
  [true, 'all URLs', url('*'), url('/healthz')],
  [false, 'all resources are no URLs', rule('*', '*', '*'), url('/healthz')],
])('%s: %s', (expected, _, owner, wanted) => {
  expect(covers(owner, wanted)).toBe(expected);
});

test('what is missing is named one by one; several rules together may give a wanted one', () => {
  const owned = [rule('get', '', 'pods'), rule('list', '', 'pods,secrets')];
  expect(uncovered(owned, [rule('get,list', '', 'pods,secrets')])).toEqual([rule('get', '', 'secrets')]);
  expect(uncovered(owned, [rule('get,list', '', 'pods'), { verbs: ['get'], nonResourceURLs: ['/a', '/b'] }])).toEqual([url('/a'), url('/b')]);
});

test('a rule of millions of permissions is not taken apart', () => {
  const names = Array.from({ length: 300 }, (_, index) => `n${index}`);
  const huge = { verbs: names, apiGroups: names, resources: names, resourceNames: names };
  expect(uncovered([rule('get', '', 'pods')], [huge])).toEqual([huge]);
  expect(uncovered([rule('*', '*', '*')], [huge])).toEqual([]);
});

test('verbs of one place are joined, and rules sorted as Kubernetes sorts them', () => {
  expect(compactRules([rule('watch', '', 'pods'), rule('get', 'apps', 'deployments', 'web'), rule('list', '', 'pods'), rule('create', '', 'secrets'), rule('list', '', 'pods')])).toEqual([
    rule('create', '', 'secrets'), rule('get', 'apps', 'deployments', 'web'), rule('list,watch', '', 'pods'),
  ]);
  expect(compactRules([rule('get', '', 'pods'), rule('*', '', 'pods')])).toEqual([rule('*', '', 'pods')]);
});
