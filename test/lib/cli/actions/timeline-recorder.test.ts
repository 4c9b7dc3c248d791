/** The course of a rollout as it was seen, and how the page shows it. */
import type { State } from '../../../../lib/engine';
import { TimelineRecorder } from '../../../../lib/cli/actions/report/timeline-recorder';
import { timelineView } from '../../../../lib/cli/output/report/timeline';
import { draftOf, FAIL, item, PASS, present, settled, task } from '../../engine/core/scene';

const items = ['web', 'db', 'same'].map((name) => item(name));
const stateOf = (entries: Record<string, readonly object[]>): State =>
  draftOf(task(items), entries as never, { preflight: 'passed' }).finish().state;

test('when an object was written and ready, and what it waited for in between', () => {
  let now = 1_000;
  const recorder = new TimelineRecorder(() => now);
  const same = [settled('Unchanged'), present({ ready: PASS })];
  const at = (ms: number, entries: Record<string, readonly object[]>): void => {
    now = 1_000 + ms;
    recorder.show(stateOf({ same, ...entries }));
  };
  at(100, { web: [settled('Created'), present({ ready: { ...FAIL, message: 'no Pods' } })] });
  at(200, { web: [settled('Created'), present({ ready: { ...FAIL, message: 'no Pods' } })] });
  at(300, { web: [settled('Created'), present({ ready: { ...FAIL, message: '<b>1 of 2</b>' } })] });
  at(900, { web: [settled('Created'), present({ ready: PASS })], db: [settled('Created'), present({ ready: FAIL })] });
  now = 2_000;
  const timeline = recorder.timeline();
  expect(timeline.durationMs).toBe(1_000);
  const objects = new Map(timeline.phases.flatMap((phase) => phase.objects).map((object) => [object.ref.name, object]));
  expect(objects.get('web')).toMatchObject({
    writtenMs: 100, readyMs: 900, failed: false, waits: [{ atMs: 100, text: 'no Pods' }, { atMs: 300, text: '<b>1 of 2</b>' }],
  });
  expect(objects.get('db')).toMatchObject({ writtenMs: 900, waits: [{ atMs: 900 }] });
  expect(objects.get('db')).not.toHaveProperty('readyMs');
  expect(objects.get('same')).toMatchObject({ unchanged: true });
  const page = timelineView(timeline).text;
  expect(page).toContain('ready after 0.8 s');
  expect(page).toContain('not ready after 0.1 s');
  expect(page).toContain('1 object unchanged');
  expect(page).not.toContain('<b>1 of 2');
});

test('a dry run has no course', () => {
  const recorder = new TimelineRecorder(() => 0);
  recorder.show(draftOf(task(items, [], { dryRun: true }), {}, { preflight: 'passed' }).finish().state);
  expect(recorder.timeline().phases).toEqual([]);
});
