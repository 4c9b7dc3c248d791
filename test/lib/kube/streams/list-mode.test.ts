import { ConnectionFailure } from '../../../../lib/kube/http';
import { isStatus, ListMode } from '../../../../lib/kube/streams/list-mode';
import type { WatchEnd } from '../../../../lib/kube/streams/watch';

const refused = (status: number, body = ''): WatchEnd => ({ type: 'refused', outcome: { status, headers: {}, body } });
const cut: WatchEnd = { type: 'ended' };

test.each<[string, WatchEnd, boolean, boolean]>([
  ['cut once before it was complete', cut, false, false],
  ['ended after it was complete', cut, true, false],
  ['silent before it was complete', { type: 'silent' }, false, true],
  ['silent after it was complete', { type: 'silent' }, true, false],
  ['expired', { type: 'expired' }, false, false],
  ['refused with 400', refused(400), false, true],
  ['refused with 405', refused(405), false, true],
  ['refused with 406', refused(406), false, true],
  ['refused with 415', refused(415), false, true],
  ['refused with 422', refused(422), false, true],
  ['forbidden', refused(403), false, false],
  ['refused with 503', refused(503), false, false],
  ['without a connection', { type: 'refused', outcome: new ConnectionFailure('cut', true, 'ECONNRESET') }, false, false],
])('a streaming list that was %s: (complete: %s, %s) pages at once: %s', (_what, end, complete, pages) => {
  const mode = new ListMode({ watchList: true });
  expect(mode.streamEnded(end, complete)).toBe(pages);
  expect(mode.isStreaming).toBe(!pages);
});

test('three cuts in a row are enough; one that was complete begins the count anew', () => {
  const mode = new ListMode({ watchList: true });
  expect([cut, cut].map((end) => mode.streamEnded(end, false))).toEqual([false, false]);
  expect(mode.streamEnded(cut, true)).toBe(false);
  expect([cut, cut, cut].map((end) => mode.streamEnded(end, false))).toEqual([false, false, true]);
});

test.each([
  ['sendInitialEvents is forbidden', false],
  ['resourceVersionMatch is forbidden', false],
  ['the selector is wrong', true],
])('"%s": others ask for streaming lists as before: %s', (body, watchList) => {
  const traits = { watchList: true };
  new ListMode(traits).streamEnded(refused(422, body), false);
  expect(traits.watchList).toBe(watchList);
});

test('what another stream has learnt counts, and pages can be asked for anyway', () => {
  expect(new ListMode({ watchList: false }).isStreaming).toBe(false);
  const mode = new ListMode({ watchList: true });
  mode.usePages();
  expect(mode.isStreaming).toBe(false);
});

test('a failure has no status', () => {
  expect(isStatus({ status: 410, headers: {}, body: '' }, [410])).toBe(true);
  expect(isStatus({ status: 200, headers: {}, body: '' }, [410])).toBe(false);
  expect(isStatus(new ConnectionFailure('cut', true, '410'), [410])).toBe(false);
});
