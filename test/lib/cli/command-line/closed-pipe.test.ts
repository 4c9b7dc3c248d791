import { Writable } from 'node:stream';
import { ignoreClosedPipe } from '../../../../lib/cli/command-line/closed-pipe';

/** A stream whose every write fails. */
function failing(code: string): Writable {
  return new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(`write ${code}`), { code })),
    autoDestroy: false,
  });
}

const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const before = process.exitCode;
afterEach(() => {
  process.exitCode = before;
});

test('a reader that is gone changes nothing', async () => {
  const stdout = failing('EPIPE');
  const stderr = failing('EPIPE');
  ignoreClosedPipe(stdout, stderr);
  stdout.write('a line');
  stderr.write('a note');
  await nextTick();
  stdout.write('another line');
  await nextTick();
  expect(process.exitCode).toBe(before);
});

test('output that cannot be stored is a failure, and said', async () => {
  const stdout = failing('ENOSPC');
  const said: string[] = [];
  const stderr = new Writable({ write: (chunk: Buffer, _encoding, done) => (said.push(chunk.toString()), done()) });
  ignoreClosedPipe(stdout, stderr);
  stdout.write('a line');
  await nextTick();
  expect(process.exitCode).toBe(1);
  expect(said).toEqual(['The output could not be written: write ENOSPC\n']);
});
