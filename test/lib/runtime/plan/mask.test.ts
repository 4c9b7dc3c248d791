/** What may be shown of a Secret. */
import type { KubeObject } from '../../../../lib/api';
import { isSecretObject, maskChange, maskObject } from '../../../../lib/runtime/plan/mask';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const secret: KubeObject = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'token', annotations: { 'kubectl.kubernetes.io/last-applied-configuration': 'a copy' } },
  type: 'Opaque',
  data: { password: base64('geheim') },
  stringData: { user: 'ada' },
};

test('keys and sizes of a Secret are shown, and no value, nor the copy that an annotation has of it', () => {
  expect(maskObject(secret)).toEqual({
    ...secret,
    metadata: { name: 'token', annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '(6 bytes, not shown)' } },
    data: { password: '(6 bytes, not shown)' },
    stringData: { user: '(3 bytes, not shown)' },
  });
});

test('any other object is shown as it is', () => {
  const settings = { ...secret, kind: 'ConfigMap' };
  expect(maskObject(settings)).toBe(settings);
  expect(isSecretObject({ apiVersion: 'example.com/v1', kind: 'Secret' })).toBe(false);
});

test('of a changed value the sizes are shown; a field that holds no secret is shown', () => {
  expect(maskChange({ path: ['data', 'password'], before: base64('old'), after: base64('geheim') })).toEqual({
    path: ['data', 'password'], secret: { beforeBytes: 3, afterBytes: 6 },
  });
  expect(maskChange({ path: ['metadata', 'annotations'], after: { a: 'b' } })).toEqual({ path: ['metadata', 'annotations'], secret: { afterBytes: 9 } });
  expect(maskChange({ path: ['type'], before: 'Opaque', after: 'kubernetes.io/tls' })).toEqual({ path: ['type'], before: 'Opaque', after: 'kubernetes.io/tls' });
  expect(maskChange({ path: ['database'], after: 'x' })).toEqual({ path: ['database'], after: 'x' });
});
