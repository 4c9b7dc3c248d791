/** The events that are shown of an object: the newest, each thing once. */
import type { KubeObject } from '../../../../lib/api';
import { EVENT_LIMIT, latest } from '../../../../lib/runtime/explain/events';

const object = (kind: string, content: object = {}, metadata: object = {}): KubeObject =>
  ({ apiVersion: 'v1', kind, metadata: { name: 'x', ...metadata }, ...content });

describe('events', () => {
  const event = (message: string, at: string, more: object = {}): KubeObject => object('Event', { type: 'Warning', reason: 'Failed', message, lastTimestamp: at, ...more });

  test('the newest ones, the same said twice once: other figures and other generated names are the same', () => {
    const lines = latest([
      event('pods "web-7d9c4-x2x4z" is forbidden: used 10m', '2026-01-01T00:00:01Z', { count: 2 }),
      event('pods "web-7d9c4-bbbb2" is forbidden: used 20m', '2026-01-01T00:00:03Z'),
      event('configmap "web-settings" not found', '2026-01-01T00:00:02Z'),
      event('configmap "web-pages" not found', '2026-01-01T00:00:01Z'),
    ]);
    expect(lines.map(({ message, count }) => `${count} ${message}`)).toEqual([
      '3 pods "web-7d9c4-bbbb2" is forbidden: used 20m', '1 configmap "web-settings" not found', '1 configmap "web-pages" not found',
    ]);
  });

  test('of newer reporters, too; and no more than a few', () => {
    const series = event('again', '', { lastTimestamp: null, eventTime: '2026-01-01T00:00:00Z', series: { count: 7, lastObservedTime: '2026-01-02T00:00:00Z' } });
    expect(latest([series])).toMatchObject([{ count: 7, at: '2026-01-02T00:00:00Z' }]);
    const many = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((message, index) => event(message, `2026-01-01T00:00:0${index}Z`));
    expect(latest(many)).toHaveLength(EVENT_LIMIT);
    expect(latest(many)[0]?.message).toBe('seven');
  });

  test('what the scheduler adds about preemption is left out, as of the Pod: so what was said there is not said again', () => {
    const why = "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector.";
    const message = `${why} no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.`;
    expect(latest([event(message, '2026-01-01T00:00:00Z')])[0]?.message).toBe(why);
  });
});
