import { approvalAnnotation, approvalOf } from '../../../../lib/state';

test('an approval is read back; what is none counts as none', () => {
  for (const approval of [{ at: '2026-01-01T00:00:00Z' }, { at: '2026-01-01T00:00:00Z', manager: 'kubectl-patch', user: 'ann' }]) {
    expect(approvalOf(approvalAnnotation(approval))).toEqual(approval);
  }
  const said = (text: string) => approvalOf({ 'olm.operatorframework.io/approval': text });
  for (const text of ['', '{', '[]', 'null', '{"user":"ann"}', '{"at":"yesterday"}', '{"at":1}']) expect(said(text)).toBeUndefined();
  expect(said('{"at":"2026-01-01T00:00:00Z","user":{},"manager":""}')).toEqual({ at: '2026-01-01T00:00:00Z' });
  expect(approvalOf(undefined)).toBeUndefined();
});
