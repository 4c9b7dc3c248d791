/** `status --watch` as a process: what it says of changes, what it asks meanwhile, and how it ends. */
import { commandBench, manifests, start, type Running } from './command';
import { document } from './documents';

const bench = commandBench();
const { run, in_ } = bench;
const { config } = manifests;
const apply = (extension: string, value: string) => run('apply', bench.scratch.write(`${extension}.yaml`, config(`${extension}-a`, value)), '--name', extension);

/** Resolves when standard output holds this. */
function printed({ child, finished }: Running, pattern: RegExp): Promise<void> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (pattern.test(text)) resolve();
    });
    void finished.then(({ stdout, stderr }) => (pattern.test(stdout) ? resolve() : reject(new Error(`ended without printing ${String(pattern)}:\n${stdout}${stderr}`))));
  });
}

test('on a pipe: the whole once, then a line for each change, until Ctrl-C', async () => {
  await apply('seen', '1');
  const watching = start(in_('status', 'seen', '--watch'));
  await printed(watching, /✓ ConfigMap \S+\/seen-a/);
  const missing = printed(watching, /\d\d:\d\d:\d\d seen revision 1: not as it should be, record says complete\n\S+ ConfigMap \S+\/seen-a: it does not exist\n/);
  await bench.test.remove({ apiVersion: 'v1', kind: 'ConfigMap', namespace: bench.namespace, name: 'seen-a' });
  await missing;
  const back = printed(watching, /\d\d:\d\d:\d\d seen revision 2: healthy, record says complete/);
  expect((await apply('seen', '2')).code).toBe(0);
  await back;
  const paused = printed(watching, /healthy, record says paused; paused by \S+ \(freeze\)\n/);
  await run('pause', 'seen', '--reason', 'freeze');
  await paused;
  watching.child.kill('SIGINT');
  expect(await watching.finished).toMatchObject({ code: 0, stderr: '' });
  await run('resume', 'seen');
  await run('delete', 'seen');
});

test('-o json: a document of status a line; it ends when the extension is deleted', async () => {
  await apply('told', '1');
  const watching = start(in_('status', 'told', '--watch', '-o', 'json'));
  await printed(watching, /"healthy":true/);
  expect((await run('delete', 'told')).code).toBe(0);
  const { code, stdout, stderr } = await watching.finished;
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'Extension "told" was deleted.\n' });
  const documents = stdout.trimEnd().split('\n').map((line) => document({ code, signal: null, stdout: line, stderr: '' }));
  expect(documents[0]).toMatchObject({ schema: 'boxcutter.status/v1', extension: 'told', healthy: true });
  expect(new Set(stdout.trimEnd().split('\n')).size).toBe(documents.length);
});

test('an extension that is not there is an error, and a reader that goes away ends it', async () => {
  const unknown = await run('status', 'nobody', '--watch');
  expect(unknown).toBeOneMessage();
  expect(unknown.code).toBe(2);
  await apply('left', '1');
  const watching = start(in_('status', 'left', '--watch'));
  await printed(watching, /healthy/);
  watching.child.stdout?.destroy();
  await run('pause', 'left');
  const { code } = await watching.finished;
  expect(code).toBe(0);
  await run('resume', 'left');
  await run('delete', 'left');
});

test('list --watch on a pipe: the whole once, then a line for each change, until Ctrl-C', async () => {
  const watching = start(in_('list', '--watch'));
  await printed(watching, /No extension has its state in|EXTENSION/);
  const made = printed(watching, /\d\d:\d\d:\d\d listed in \S+: complete; revision 1, 1 object\n/);
  expect((await apply('listed', '1')).code).toBe(0);
  await made;
  const gone = printed(watching, /\d\d:\d\d:\d\d listed in \S+: deleted\n/);
  expect((await run('delete', 'listed')).code).toBe(0);
  await gone;
  watching.child.kill('SIGINT');
  expect(await watching.finished).toMatchObject({ code: 0, stderr: '' });
});

test('list --watch -o json: a document for each change', async () => {
  const watching = start(in_('list', '--watch', '-o', 'json'));
  await printed(watching, /"extensions":/);
  const made = printed(watching, /"extension":"listed"[^\n]*"status":"complete"/);
  expect((await apply('listed', '1')).code).toBe(0);
  await made;
  watching.child.kill('SIGTERM');
  const finished = await watching.finished;
  expect(finished.code).toBe(0);
  for (const line of finished.stdout.trim().split('\n')) document({ ...finished, stdout: line });
  await run('delete', 'listed');
});
