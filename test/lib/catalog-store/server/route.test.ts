/** What requests ask for, and what they are refused for. */
import { routeOf } from '../../../../lib/catalog-store/server/route';

const all = '/catalogs/keda/api/v1/all';
const metas = '/catalogs/keda/api/v1/metas';

test.each<[string, string, object]>([
  ['GET', all, { type: 'catalog', catalog: 'keda', query: {} }],
  ['HEAD', all, { type: 'catalog', catalog: 'keda', query: {} }],
  ['GET', `${all}?anything=goes`, { type: 'catalog', catalog: 'keda', query: {} }],
  ['GET', metas, { type: 'catalog', query: {} }],
  ['GET', `${metas}?`, { type: 'catalog', query: {} }],
  ['GET', `${metas}?schema=olm.bundle&package=keda&name=keda.v1`, { type: 'catalog', query: { schema: 'olm.bundle', package: 'keda', name: 'keda.v1' } }],
  ['GET', `${metas}?schema=&package=keda`, { type: 'catalog', query: { schema: undefined, package: 'keda' } }],
  ['GET', `${metas}?package=a&package=b`, { type: 'catalog', query: { package: 'a' } }],
  ['GET', `${metas}?name=a%26b%2Fc`, { type: 'catalog', query: { name: 'a&b/c' } }],
  ['GET', '/catalogs/a%2Fb/api/v1/all', { type: 'catalog', catalog: 'a/b' }],
  ['GET', '/catalogs/../api/v1/all', { type: 'catalog', catalog: '..' }],
  ['GET', `${metas}?schemas=olm.bundle`, { type: 'refused', status: 400 }],
  ['GET', `${metas}?schema=olm.bundle&x`, { type: 'refused', status: 400 }],
  ['GET', `${metas}?=x`, { type: 'refused', status: 400 }],
  ['GET', '/', { type: 'refused', status: 404 }],
  ['GET', '/catalogs/keda', { type: 'refused', status: 404 }],
  ['GET', '/catalogs/keda/api/v1/', { type: 'refused', status: 404 }],
  ['GET', `${all}/`, { type: 'refused', status: 404 }],
  ['GET', '/catalogs//api/v1/all', { type: 'refused', status: 404 }],
  ['GET', '/catalogs/keda/../../api/v1/all', { type: 'refused', status: 404 }],
  ['GET', '/catalogs/%zz/api/v1/all', { type: 'refused', status: 404 }],
  ['GET', 'http://other/catalogs/keda/api/v1/all', { type: 'refused', status: 404 }],
  ['POST', all, { type: 'refused', status: 405 }],
  ['OPTIONS', '*', { type: 'refused', status: 405 }],
  ['DELETE', '/nowhere', { type: 'refused', status: 405 }],
])('%s %s', (method, target, expected) => {
  expect(routeOf(method, target)).toMatchObject(expected);
});
