/** `catalog serve`: what it refuses before it listens, and that it serves until it is interrupted. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../../../lib/cli/command-line/run';
import { EXIT } from '../../../../../lib/cli/exit';

let folder: string;
let said: string;
const environment = { ...process.env };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxcutter-serve-command-'));
  mkdirSync(join(folder, 'shop'));
  writeFileSync(join(folder, 'shop', 'catalog.yaml'), 'schema: olm.package\nname: keda\ndefaultChannel: stable\n');
  process.env['BOXCUTTER_CACHE'] = join(folder, 'cache');
  said = '';
});
afterEach(() => {
  jest.restoreAllMocks();
  process.env = { ...environment };
  rmSync(folder, { recursive: true });
});

/** @param onText called with all that was printed so far */
async function run(line: string, onText: (text: string) => void = () => {}): Promise<number> {
  for (const stream of [process.stdout, process.stderr]) {
    jest.spyOn(stream, 'write').mockImplementation((text) => {
      said += String(text);
      onText(said);
      return true;
    });
  }
  return runCommand(line.split(' ').map((word) => word.replace('FOLDER', folder)));
}

test('serves under the name that is given, until it is interrupted', async () => {
  let answer: Promise<string> | undefined;
  const code = await run('catalog serve team=FOLDER/shop --port 0', (text) => {
    const [url] = /http:\/\/127\.0\.0\.1:\d+\/catalogs\/team\/api\/v1\/all/.exec(text) ?? [];
    if (url === undefined || answer !== undefined) return;
    answer = new Promise<string>((resolve, reject) => {
      get(url, { agent: false }, (response) => response.setEncoding('utf8').on('data', resolve)).on('error', reject);
    });
    answer.finally(() => process.emit('SIGINT')).catch(() => {});
  });
  expect([code, await answer]).toEqual([EXIT.done, '{"defaultChannel":"stable","name":"keda","schema":"olm.package"}\n']);
  expect(said).toContain('team: 1 package, ');
});

test.each<[string, string, RegExp]>([
  ['a folder that is not there', 'FOLDER/none', /There is no file or folder/],
  ['a catalog that cannot be read', 'FOLDER', /cannot be read/],
  ['two of one name', 'FOLDER/shop a=FOLDER/shop a=FOLDER/shop', /Two catalogs have the name a/],
  ['a certificate without its key', 'FOLDER/shop --tls-cert FOLDER/tls.crt', /--tls-cert is given alone/],
  ['files that are no certificate', 'FOLDER/shop --tls-cert FOLDER/none --tls-key FOLDER/none', /cannot be read/],
  ['a time that is none', 'FOLDER/shop --interval often', /is not a duration/],
])('refuses %s', async (_, rest, message) => {
  writeFileSync(join(folder, 'broken.json'), '{"schema":');
  expect(await run(`catalog serve ${rest} --port 0`)).toBe(EXIT.input);
  expect(said).toMatch(message);
});
