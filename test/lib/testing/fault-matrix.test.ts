import { onceMore } from '../../faults/matrix';
import { nameOf, pointsOf } from '../../faults/points';
import type { PointResult } from '../../faults/run-point';

const PASSED: PointResult = { reached: true, ended: 'complete', repetitions: 0, violations: [] };

test('a run whose set-up fails once is begun once more, and that is told', async () => {
  const answers = [() => Promise.reject(new Error('busy')), () => Promise.resolve(PASSED)];
  const told: string[] = [];
  await expect(onceMore(() => (answers.shift() as () => Promise<PointResult>)(), (why) => void told.push(why))).resolves.toBe(PASSED);
  expect(told).toEqual(['busy']);
});

test('a run that cannot be set up twice is a violation, and ends no other run', async () => {
  const found = await onceMore(() => Promise.reject(new Error('busy')), () => undefined);
  expect(found.violations).toEqual(['it could not be set up: busy']);
});

/** Requests of one run on a site. */
const requestsOf = (site: string) => [
  { verb: 'discovery', resource: '', path: `/apis/${site}.example.com/v1` },
  { verb: 'update', resource: 'clusterextensions.olm.operatorframework.io', name: site, path: `/apis/x/clusterextensions/${site}/status` },
  { verb: 'create', resource: 'clusterextensionrevisions.olm.operatorframework.io', name: `${site}-1`, path: '/apis/x/clusterextensionrevisions' },
  { verb: 'get', resource: `widgets.${site}.example.com`, namespace: site, name: 'app', path: `/apis/x/namespaces/${site}/widgets/app` },
  { verb: 'apply', resource: 'configmaps', namespace: site, name: 'settings', path: `/api/v1/namespaces/${site}/configmaps/settings` },
].map((request, index) => ({ index, method: 'GET', dryRun: false, watch: false, ...request }) as Parameters<typeof nameOf>[0]);

test('a request has one name on every site, also of objects and kinds of the whole cluster: what is found on one can be done on another', () => {
  const points = pointsOf(requestsOf('faults-x-1'), 'faults-x-1');
  expect(points.map(({ id }) => id)).toEqual([
    'discovery /apis/NAMESPACE.example.com/v1 1', 'update clusterextensions.olm.operatorframework.io/NAMESPACE 1',
    'create clusterextensionrevisions.olm.operatorframework.io/NAMESPACE-1 1', 'get widgets.NAMESPACE.example.com/app 1', 'apply configmaps/settings 1',
  ]);
  expect(requestsOf('faults-x-2').map((request) => nameOf(request, 'faults-x-2'))).toEqual(points.map(({ what }) => what));
});
