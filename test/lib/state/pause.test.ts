import { decodeHead, encodeHead, paused, resumed, type Head } from '../../../lib/state';

const HEAD: Head = { extension: 'web', revisions: [], inventory: [] };
const at = (text: string): Date => new Date(`2026-01-01T${text}:00Z`);

test('a pause says since when, by whom and why; it comes back as it was written, and people see it with kubectl', () => {
  const head = paused(HEAD, 'freeze', at('10:00'));
  expect(head.paused).toEqual({ since: '2026-01-01T10:00:00.000Z', by: expect.stringMatching(/^\S+@\S+$/), reason: 'freeze' });
  const secret = encodeHead(head, 's');
  expect(secret.metadata.annotations).toMatchObject({ 'olm.operatorframework.io/paused': '2026-01-01T10:00:00.000Z' });
  expect(decodeHead(secret).head).toEqual(head);
});

test('pausing again changes at most the reason, and since when it is paused stays', () => {
  const first = paused(HEAD, 'freeze', at('10:00'));
  expect(paused(first, undefined, at('11:00'))).toBe(first);
  expect(paused(first, 'freeze', at('11:00'))).toBe(first);
  expect(paused(first, 'audit', at('11:00')).paused).toMatchObject({ since: first.paused?.since, reason: 'audit' });
});

test('resuming ends it; what is not paused stays as it is', () => {
  expect(resumed(paused(HEAD, undefined, at('10:00')))).toEqual(HEAD);
  expect(resumed(HEAD)).toBe(HEAD);
});
