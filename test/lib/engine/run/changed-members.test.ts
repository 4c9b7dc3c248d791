/** Which field the API server meant, where it refuses a whole `spec`. */
import type { KubeObject } from '../../../../lib/api';
import type { ApiStatus } from '../../../../lib/engine';
import { wholeFields, withChangedMembers } from '../../../../lib/engine/run/changed-members';

const message = "Forbidden: updates to statefulset spec for fields other than 'replicas', 'template', 'updateStrategy' are forbidden";
const refused = (field: string, text = message): ApiStatus => (
  { code: 422, reason: 'Invalid', message: `StatefulSet.apps "db" is invalid: ${field}: ${text}`, causes: [{ reason: 'FieldValueForbidden', field, message: text }] }
);
const set = (spec: object): KubeObject => ({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'db', namespace: 'shop' }, spec });
const fieldsOf = (wanted: object, live: object): unknown => withChangedMembers(refused('spec'), set(wanted), set(live)).causes.map(({ field }) => field);
const claim = (size: string, more: object = {}): object => ({ metadata: { name: 'data' }, spec: { resources: { requests: { storage: size } }, ...more } });

test('only what is refused as a whole is looked into', () => {
  expect(wholeFields(refused('spec'))).toEqual(['spec']);
  expect(wholeFields(refused('spec.template', 'field is immutable'))).toEqual([]);
  expect(wholeFields(refused('spec', 'Required value'))).toEqual([]);
});

test('members that differ are named, but not those that may change, nor what the server has filled in', () => {
  const live = { replicas: 1, serviceName: 'old', podManagementPolicy: 'OrderedReady', volumeClaimTemplates: [claim('1Gi', { volumeMode: 'Filesystem' })], template: { a: 1 } };
  expect(fieldsOf({ replicas: 3, serviceName: 'new', volumeClaimTemplates: [claim('1Gi')], template: { a: 2 } }, live)).toEqual(['spec.serviceName']);
  expect(fieldsOf({ serviceName: 'old', volumeClaimTemplates: [claim('2Gi')] }, live)).toEqual(['spec.volumeClaimTemplates']);
  expect(fieldsOf({ volumeClaimTemplates: [claim('1Gi'), claim('1Gi')], minReadySeconds: 0 }, live)).toEqual(['spec.volumeClaimTemplates']);
});

test('where nothing is found, the server is quoted as it is', () => {
  expect(withChangedMembers(refused('spec'), set({ replicas: 3 }), set({ replicas: 1 }))).toEqual(refused('spec'));
});
