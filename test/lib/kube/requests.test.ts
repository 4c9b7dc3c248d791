/** What is sent for each thing that is done to one object, and what of it may be sent again. */
import type { KubeObject } from '../../../lib/api';
import type { DeleteOptions, ServedKind } from '../../../lib/engine/ports';
import {
  applyRequest, createRequest, deleteRequest, getRequest, patchRequest, replaceRequest,
} from '../../../lib/kube/requests';

const kind: ServedKind = { apiVersion: 'apps/v1', kind: 'Deployment', resource: 'deployments', namespaced: true, verbs: ['get'] };
const ref = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };
const web: KubeObject = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'shop' } };
const COLLECTION = '/apis/apps/v1/namespaces/shop/deployments';
const OBJECT = `${COLLECTION}/web`;
const APPLY = { fieldManager: 'boxcutter', force: true };

test.each([
  ['a read', getRequest(kind, ref), 'GET', OBJECT, 'get', true],
  [
    'an apply', applyRequest(kind, web, APPLY), 'PATCH', `${OBJECT}?fieldManager=boxcutter&force=true&fieldValidation=Strict`, 'patch', false,
  ],
  [
    'an apply that takes nothing from others', applyRequest(kind, web, { ...APPLY, force: false }),
    'PATCH', `${OBJECT}?fieldManager=boxcutter&fieldValidation=Strict`, 'patch', false,
  ],
  [
    'a dry run of an apply', applyRequest(kind, web, { ...APPLY, dryRun: true }),
    'PATCH', `${OBJECT}?fieldManager=boxcutter&force=true&fieldValidation=Strict&dryRun=All`, 'dryRun', true,
  ],
  ['a patch', patchRequest(kind, ref, [], { fieldManager: 'ours' }), 'PATCH', `${OBJECT}?fieldManager=ours`, 'patch', false],
  ['a dry run of a patch', patchRequest(kind, ref, [], { fieldManager: 'ours', dryRun: true }), 'PATCH', `${OBJECT}?fieldManager=ours&dryRun=All`, 'dryRun', true],
  ['a deletion', deleteRequest(kind, ref, { uid: 'u' }), 'DELETE', OBJECT, 'delete', false],
  ['a creation', createRequest(kind, web, {}), 'POST', `${COLLECTION}?fieldManager=boxcutter&fieldValidation=Strict`, 'create', false],
  [
    'a dry run of a creation', createRequest(kind, web, { dryRun: true, fieldManager: 'ours' }),
    'POST', `${COLLECTION}?fieldManager=ours&fieldValidation=Strict&dryRun=All`, 'dryRun', true,
  ],
  ['a replacement', replaceRequest(kind, web, {}), 'PUT', `${OBJECT}?fieldManager=boxcutter&fieldValidation=Strict`, 'update', false],
] as const)('%s', (_, request, method, path, verb, repeatable) => {
  expect(request).toMatchObject({ method, path, verb, repeatable });
});

test('each write says in which form it comes', () => {
  expect(applyRequest(kind, web, APPLY)).toMatchObject({ contentType: 'application/apply-patch+yaml', body: JSON.stringify(web) });
  expect(createRequest(kind, web, {})).toMatchObject({ contentType: 'application/json', body: JSON.stringify(web) });
  const operations = [{ op: 'remove', path: '/metadata/labels' }] as const;
  expect(patchRequest(kind, ref, operations, { fieldManager: 'ours' })).toMatchObject({
    contentType: 'application/json-patch+json', body: JSON.stringify(operations),
  });
});

describe('a deletion is of that very object', () => {
  const sent = (options: DeleteOptions): unknown => JSON.parse(String(deleteRequest(kind, ref, options).body));

  test('by its uid; what it owns goes in the background', () => {
    expect(sent({ uid: 'u' })).toEqual({ apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid: 'u' }, propagationPolicy: 'Background' });
  });

  test('in the state that was seen, where the caller asks for that', () => {
    expect(sent({ uid: 'u', resourceVersion: '7', propagation: 'Foreground' })).toMatchObject({
      preconditions: { uid: 'u', resourceVersion: '7' }, propagationPolicy: 'Foreground',
    });
  });
});
