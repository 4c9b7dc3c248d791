/** What tags stood for, for the times without a network. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registrySource } from '../../../../../lib/image';
import { blobCache } from '../../../../../lib/image/registry/cache/blob-cache';
import { tagMemory } from '../../../../../lib/image/registry/cache/tag-memory';
import { failure } from '../../errors';

const IMAGE = 'registry.example/team/web:v1';
const [A, B] = ['a', 'b'].map((digit) => `sha256:${digit.repeat(64)}`) as [string, string];
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'boxcutter-tags-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test('the last digest of each tag is known, to other processes too', async () => {
  await tagMemory({ directory }).put(IMAGE, A);
  await tagMemory({ directory }).put('registry.example/team/web:v2', A);
  await tagMemory({ directory }).put(IMAGE, B);
  const memory = tagMemory({ directory });
  expect(await Promise.all([IMAGE, 'registry.example/team/web:v2', 'registry.example/team/web:v3'].map((image) => memory.get(image)))).toEqual([B, A, undefined]);
});

test('what is damaged, of another image or no digest is not believed', async () => {
  const memory = tagMemory({ directory });
  await memory.put(IMAGE, A);
  const [file = ''] = readdirSync(join(directory, 'tags'));
  for (const text of ['', 'sha256:1\n', `${A}\nregistry.example/other:v1\n`, `../../etc\n${IMAGE}\n`]) {
    writeFileSync(join(directory, 'tags', file), text);
    expect(await memory.get(IMAGE)).toBeUndefined();
  }
});

test.each<[string, (file: string) => void]>([
  ['a pipe, which would be waited for', (file) => void execFileSync('mkfifo', [file])],
  ['a link to a device without end', (file) => symlinkSync('/dev/zero', file)],
  ['a file that others can write to', (file) => {
    writeFileSync(file, `${A}\n${IMAGE}\n`);
    chmodSync(file, 0o666);
  }],
])('%s in its place is not believed', async (_, set) => {
  const memory = tagMemory({ directory });
  await memory.put(IMAGE, A);
  const [file = ''] = readdirSync(join(directory, 'tags'));
  rmSync(join(directory, 'tags', file));
  set(join(directory, 'tags', file));
  expect(await memory.get(IMAGE)).toBeUndefined();
});

test('a folder that cannot be written is as if it were empty', async () => {
  const file = join(directory, 'file');
  writeFileSync(file, '');
  const memory = tagMemory({ directory: file });
  await memory.put(IMAGE, A);
  expect(await memory.get(IMAGE)).toBeUndefined();
});

describe('offline, nothing is asked', () => {
  const offline = () => ({ env: {}, settings: {}, cache: blobCache({ directory }), offline: true });

  test.each([
    ['a tag that was never asked for', IMAGE, { tag: 'v1' }],
    ['a digest that is not kept', `registry.example/team/web@${A}`, { digest: A }],
  ])('%s is an error that names it', async (_, image, missing) => {
    expect(await failure(() => registrySource(image, offline()).manifest(undefined))).toMatchObject({
      code: 'image-not-kept', category: 'input', message: expect.stringContaining(`${image} is not kept on this machine`), details: { image, ...missing },
    });
  });
});
