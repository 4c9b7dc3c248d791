/** What a run says where there is no terminal. */
import { startProgress } from '../../../../../lib/cli/output/run/progress';
import type { State, WaitingCause } from '../../../../../lib/engine';
import { draftOf, item, task } from '../../../engine/core/scene';

async function said(state: State): Promise<string> {
  const written: string[] = [];
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    const progress = await startProgress('lines', 'Applying shop');
    progress.show(state);
    await progress.end();
  } finally {
    write.mockRestore();
  }
  return written.join('');
}

const waitingFor = (waiting: WaitingCause): State => {
  const draft = draftOf(task([item('a')]), {}, { preflight: 'running' });
  draft.wait('a', waiting);
  return { ...draft.state, entries: draft.entries };
};

test('before the first write: why the server cannot be asked about an object', async () => {
  const text = await said(waitingFor({ type: 'refused', message: 'unable to create new content in namespace n because it is being terminated' }));
  expect(text).toBe(
    'Applying shop\n  ConfigMap n/a: cannot be checked yet: unable to create new content in namespace n because it is being terminated\n',
  );
});

test('that it is being asked is no news', async () => {
  expect(await said(waitingFor({ type: 'being-checked' }))).toBe('Applying shop\n');
});
