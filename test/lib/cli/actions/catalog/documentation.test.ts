/** Every command that docs/catalogs.md shows to publishers, run one after the other as a reader would. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from '../../../../../lib/cli/command-line/run';
import { CSV_FILE, files as bundleFiles, serviceVersion } from '../../../formats/sample';

const page = readFileSync(join(__dirname, '../../../../../docs/catalogs.md'), 'utf8');
const publishing = page.slice(page.indexOf('## Publishing'));
/** The code blocks of a language. */
const blocks = (language: string): string[] => publishing.split(`\n\`\`\`${language}\n`).slice(1).map((text) => `${text.split('\n```')[0] ?? ''}\n`);
const lines = blocks('console').flatMap((block) => block.split('\n').filter((line) => line.startsWith('$ ')).map((line) => line.slice(2)));
/** What needs a registry, a cluster or a project of its own. */
const ELSEWHERE = / push | --push |bundle build|catalog test|boxcutter (?:install|upgrade) |registry\.example\/catalogs|^npx /;

let folder: string;
const home = process.cwd();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalog-page-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const version of ['1.0.0', '1.1.0']) {
    const csv = JSON.stringify(serviceVersion({ version, description: 'Web' }, { name: `web.v${version}` }));
    for (const [path, text = ''] of Object.entries(bundleFiles({ [CSV_FILE]: csv }))) write(`bundles/${version}/${path}`, text);
  }
  write('README.md', '# Web\n');
  const shop = { schema: 'olm.package', name: 'shop', defaultChannel: 'stable' };
  const channel = { schema: 'olm.channel', package: 'shop', name: 'stable', entries: [{ name: 'shop.v1.0.0' }] };
  const properties = [{ type: 'olm.package', value: { packageName: 'shop', version: '1.0.0' } }];
  const bundle = { schema: 'olm.bundle', package: 'shop', name: 'shop.v1.0.0', image: 'registry.example/shop:1', properties };
  write('others/shop.json', [shop, channel, bundle].map((blob) => JSON.stringify(blob)).join('\n'));
  const [template = '', composition = ''] = blocks('yaml');
  write('template.yaml', template);
  // The last of its references is in a registry.
  write('composition.yaml', composition.replace(/^- name: elsewhere\n.*\n/m, ''));
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true });
});
afterEach(() => jest.restoreAllMocks());

test('the page has commands', () => expect(lines.length).toBeGreaterThan(15));

test.each(lines.filter((line) => !ELSEWHERE.test(line)).map((line) => [line]))('$ %s', async (line) => {
  const printed = { out: '', err: '' };
  for (const [stream, key] of [[process.stdout, 'out'], [process.stderr, 'err']] as const) {
    jest.spyOn(stream, 'write').mockImplementation((text) => {
      printed[key] += String(text);
      return true;
    });
  }
  const [, made] = /^mkdir (\S+)$/.exec(line) ?? [];
  if (made !== undefined) return mkdirSync(made);
  const [command = '', file] = line.split(' > ');
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  expect(words[0]).toBe('boxcutter');
  const exit = await runCommand(words.slice(1));
  if (file !== undefined) writeFileSync(file, printed.out);
  // Images of the page have tags, which --strict does not let pass.
  expect([exit, exit === 0 ? '' : printed.err]).toEqual([line.includes('--strict') ? 2 : 0, '']);
});
