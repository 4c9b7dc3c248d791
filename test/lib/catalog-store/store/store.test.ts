/** Catalogs on disk: whole or not at all, whatever happens on the way. */
import { execFileSync } from 'node:child_process';
import { chmodSync, lutimesSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CatalogStore } from '../../../../lib/catalog-store/store/store';
import type { StoredCatalog } from '../../../../lib/catalog-store/store/stored-catalog';
import type { Section } from '../../../../lib/catalog-store/store/sections';
import { failure } from '../../image/errors';
import { KEDA, KIALI, lineOf, metas, metaOf, textOf } from '../metas';

const IMAGE = `sha256:${'a'.repeat(64)}`;
const OTHER = `sha256:${'b'.repeat(64)}`;
let directory: string;
let store: CatalogStore;
const opened: StoredCatalog[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'boxcutter-store-'));
  store = new CatalogStore({ directory });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((stored) => stored.close()));
  rmSync(directory, { recursive: true });
});

async function open(digest: string, from = store, thorough = true): Promise<StoredCatalog | undefined> {
  const stored = await from.open(digest, { thorough });
  if (stored !== undefined) opened.push(stored);
  return stored;
}

async function opens(digest: string): Promise<StoredCatalog> {
  const stored = await open(digest);
  if (stored === undefined) throw new Error('it is not there');
  return stored;
}

async function textIn(stored: StoredCatalog, sections?: readonly Section[]): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stored.read(sections ?? (await stored.sections({})))) parts.push(part);
  return Buffer.concat(parts).toString();
}

const folderOf = (digest: string): string => join(directory, 'contents', digest.replace(':', '-'));
const contents = (): readonly string[] => readdirSync(join(directory, 'contents')).sort();

describe('a catalog that is taken in', () => {
  test('is there by its digest, whole and in parts', async () => {
    expect(await store.write(metas([...KEDA, ...KIALI]), IMAGE)).toBe(IMAGE);
    const stored = await opens(IMAGE);
    expect(await textIn(stored)).toBe(textOf([...KEDA, ...KIALI]));
    expect(await textIn(stored, await stored.sections({ package: 'kiali' }))).toBe(textOf(KIALI));
    expect(await stored.packages()).toEqual(['keda', 'kiali']);
  });

  test('without a digest is known by that of its content, so the same content is there once', async () => {
    const first = await store.write(metas(KEDA));
    expect(await store.write(metas(KEDA))).toBe(first);
    expect((await opens(first)).sha256).toBe(first.slice('sha256:'.length));
    expect(contents()).toHaveLength(1);
  });

  test('gives a blob by its place, and says where its publisher wrote it', async () => {
    await store.write(metas(KEDA), IMAGE);
    const stored = await opens(IMAGE);
    const [first = '', second = ''] = KEDA.map(lineOf);
    expect((await stored.readRange(first.length, second.length)).toString()).toBe(second);
    expect((await stored.readRange(stored.size - 2, 100)).length).toBe(2);
    expect((await stored.places())[1]).toEqual({ file: 'catalog.yaml', document: 2, line: 2 });
  });

  test('has beside it what was made of it, unless that was damaged', async () => {
    await store.write(metas(KEDA), IMAGE);
    const stored = await opens(IMAGE);
    expect(await stored.readKept('loaded.json')).toBeUndefined();
    stored.keep('loaded.json', Buffer.from('made of it'));
    expect((await stored.readKept('loaded.json'))?.toString()).toBe('made of it');
    const file = join(folderOf(IMAGE), 'loaded.json');
    writeFileSync(file, `${readFileSync(file, 'utf8')}!`);
    expect(await stored.readKept('loaded.json')).toBeUndefined();
  });

  test('may be empty', async () => {
    const stored = await opens(await store.write(metas([])));
    expect(await stored.sections({})).toEqual([]);
    expect(await textIn(stored)).toBe('');
  });

  test('has a compressed copy, where one is wanted', async () => {
    const server = new CatalogStore({ directory, compressed: true });
    await server.write(metas(KEDA), IMAGE);
    const stored = await opens(IMAGE);
    const parts: Buffer[] = [];
    for await (const part of stored.readCompressed()) parts.push(part);
    expect(gunzipSync(Buffer.concat(parts)).toString()).toBe(textOf(KEDA));
    expect(stored.compressedSize).toBe(Buffer.concat(parts).length);
  });

  test('without a compressed copy is as if it were not there for those who want one, until they take it in', async () => {
    const server = new CatalogStore({ directory, compressed: true });
    await store.write(metas(KEDA), IMAGE);
    expect(await open(IMAGE, server)).toBeUndefined();
    await server.write(metas(KEDA), IMAGE);
    expect((await open(IMAGE, server))?.compressedSize).toBeGreaterThan(0);
  });

  test('can be read by its owner alone', async () => {
    await store.write(metas(KEDA), IMAGE);
    expect(statSync(folderOf(IMAGE)).mode & 0o077).toBe(0);
    for (const file of readdirSync(folderOf(IMAGE))) expect(statSync(join(folderOf(IMAGE), file)).mode & 0o077).toBe(0);
  });

  test('cannot be named by what is no digest, which would be a path', async () => {
    expect((await failure(() => store.open('sha256:../../etc'))).code).toBe('image-invalid');
    expect((await failure(() => store.write(metas(KEDA), '../x'))).code).toBe('image-invalid');
    expect((await failure(() => store.name('keda', '..'))).code).toBe('image-invalid');
  });
});

describe('a writer that fails', () => {
  async function* broken() {
    yield metaOf(KEDA[0] ?? { schema: '' });
    await Promise.resolve();
    throw new Error('the download was cut off');
  }

  test('leaves nothing, and the error is its own', async () => {
    await expect(store.write(broken(), IMAGE)).rejects.toThrow('the download was cut off');
    expect(await open(IMAGE)).toBeUndefined();
    expect(contents()).toEqual([]);
  });

  test('leaves the catalog that was there', async () => {
    await store.write(metas(KEDA), IMAGE);
    await expect(store.write(broken(), IMAGE)).rejects.toThrow('cut off');
    expect(await textIn(await opens(IMAGE))).toBe(textOf(KEDA));
  });

  test('a disk that cannot be written is named, with what to do', async () => {
    writeFileSync(join(directory, 'file'), '');
    const error = await failure(() => new CatalogStore({ directory: join(directory, 'file', 'store') }).write(metas(KEDA), IMAGE));
    expect(error).toMatchObject({ code: 'catalog-store', category: 'server' });
    expect(error.hint).toContain('BOXCUTTER_CACHE');
  });
});

describe('a process that died while it wrote', () => {
  /** The folder of a whole catalog, cut down to what was there at some point. */
  async function dead(keep: (file: string) => boolean): Promise<void> {
    await store.write(metas(KEDA), IMAGE);
    for (const file of readdirSync(folderOf(IMAGE))) if (!keep(file)) rmSync(join(folderOf(IMAGE), file));
  }

  test.each([['before the entry', 'entry.json'], ['before the index', 'index.json'], ['before the blobs', 'catalog.jsonl']])(
    '%s leaves what is no catalog, and the next writer replaces it', async (_, missing) => {
      await dead((file) => file !== missing);
      expect(await open(IMAGE)).toBeUndefined();
      await store.write(metas(KEDA), IMAGE);
      expect(await textIn(await opens(IMAGE))).toBe(textOf(KEDA));
      expect(contents()).toHaveLength(1);
    });

  test('leaves a draft that nobody takes for a catalog, and that goes when it is old', async () => {
    await store.write(metas(KEDA), IMAGE);
    await store.name('keda', IMAGE);
    const draft = join(directory, 'contents', '.draft-1-abc');
    mkdirSync(draft);
    writeFileSync(join(draft, 'catalog.jsonl'), 'half');
    await store.collect();
    expect(contents()).toContain('.draft-1-abc');
    utimesSync(draft, new Date(0), new Date(0));
    await store.collect();
    expect(contents()).toEqual([IMAGE.replace(':', '-')]);
  });
});

describe('what was changed on the disk', () => {
  test.each<[string, (folder: string) => void]>([
    ['blobs of another length', (folder) => writeFileSync(join(folder, 'catalog.jsonl'), 'short')],
    ['blobs of the same length', (folder) => writeFileSync(join(folder, 'catalog.jsonl'), 'x'.repeat(textOf(KEDA).length))],
    ['the index', (folder) => writeFileSync(join(folder, 'index.json'), '{"by_schema":{},"by_package":{},"by_name":{}}')],
    ['the entry', (folder) => writeFileSync(join(folder, 'entry.json'), '{')],
    ['a folder in the place of the blobs', (folder) => {
      rmSync(join(folder, 'catalog.jsonl'));
      mkdirSync(join(folder, 'catalog.jsonl'));
    }],
  ])('%s: it is as if it were not there, and is taken in again', async (_, change) => {
    await store.write(metas(KEDA), IMAGE);
    change(folderOf(IMAGE));
    expect(await open(IMAGE)).toBeUndefined();
    await store.write(metas(KEDA), IMAGE);
    expect(await textIn(await opens(IMAGE))).toBe(textOf(KEDA));
  });

  test('an entry of another catalog is none', async () => {
    await store.write(metas(KEDA), IMAGE);
    await store.write(metas(KIALI), OTHER);
    writeFileSync(join(folderOf(IMAGE), 'entry.json'), readFileSync(join(folderOf(OTHER), 'entry.json')));
    expect(await open(IMAGE)).toBeUndefined();
  });

  test('an entry of a later version of this program is none', async () => {
    await store.write(metas(KEDA), IMAGE);
    const file = join(folderOf(IMAGE), 'entry.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"format":1', '"format":2'));
    expect(await open(IMAGE)).toBeUndefined();
  });
});

describe('what another user of the machine can put into a folder that others can write to', () => {
  const FILES = ['entry.json', 'catalog.jsonl', 'index.json'];
  const traps: readonly (readonly [string, (file: string) => void])[] = [
    ['a pipe, which would be waited for', (file) => void execFileSync('mkfifo', [file])],
    ['a link to a device without end', (file) => symlinkSync('/dev/zero', file)],
    ['a link to the same content elsewhere', (file) => {
      renameSync(`${file}.away`, `${directory}/elsewhere`);
      symlinkSync(`${directory}/elsewhere`, file);
    }],
    ['a file that others can write to', (file) => {
      renameSync(`${file}.away`, file);
      chmodSync(file, 0o666);
    }],
  ];

  test.each(FILES.flatMap((file) => traps.map(([what, set]) => [`${file}: ${what}`, file, set] as const)))('%s: it is as if it were not there, and is replaced', async (_, file, set) => {
    await store.write(metas(KEDA), IMAGE);
    const path = join(folderOf(IMAGE), file);
    renameSync(path, `${path}.away`);
    set(path);
    expect(await open(IMAGE, store, false)).toBeUndefined();
    await store.write(metas(KEDA), IMAGE);
    expect(await textIn(await opens(IMAGE))).toBe(textOf(KEDA));
  });

  test.each(traps)('%s in the place of what a name stands for: it stands for nothing, and tidying up does not wait', async (_, set) => {
    await store.name('keda', IMAGE);
    const [name = ''] = readdirSync(join(directory, 'names'));
    const path = join(directory, 'names', name);
    renameSync(path, `${path}.away`);
    set(path);
    expect(await store.lookUp('keda')).toBeUndefined();
    expect((await store.collect()).names).toEqual([]);
  });

  test.each(traps)('%s in the place of what was made of a catalog: it is made again', async (_, set) => {
    await store.write(metas(KEDA), IMAGE);
    const stored = await opens(IMAGE);
    stored.keep('loaded.json', Buffer.from('made of it'));
    const path = join(folderOf(IMAGE), 'loaded.json');
    renameSync(path, `${path}.away`);
    set(path);
    expect(await stored.readKept('loaded.json')).toBeUndefined();
  });

  test('what was made of another catalog, with its own digest before it', async () => {
    await store.write(metas(KEDA), IMAGE);
    await store.write(metas(KIALI), OTHER);
    (await opens(OTHER)).keep('loaded.json', Buffer.from('made of the other'));
    renameSync(join(folderOf(OTHER), 'loaded.json'), join(folderOf(IMAGE), 'loaded.json'));
    expect(await (await opens(IMAGE)).readKept('loaded.json')).toBeUndefined();
  });

  test('the time of a file that a link leads to stays what it is', async () => {
    const precious = join(directory, 'precious');
    await store.name('keda', IMAGE);
    const [name = ''] = readdirSync(join(directory, 'names'));
    renameSync(join(directory, 'names', name), precious);
    utimesSync(precious, 1000, 1000);
    symlinkSync(precious, join(directory, 'names', name));
    await store.lookUp('keda');
    expect(statSync(precious).mtimeMs).toBe(1_000_000);
  });
});

test('blobs that another process has changed, to others of the same length, are found out without all of them being hashed each time', async () => {
  await store.write(metas(KEDA), IMAGE);
  const file = join(folderOf(IMAGE), 'catalog.jsonl');
  const later = new Date(statSync(join(folderOf(IMAGE), 'entry.json')).mtimeMs + 1000);
  utimesSync(file, later, later);
  expect(await open(IMAGE, store, false)).toBeDefined();
  writeFileSync(file, 'x'.repeat(textOf(KEDA).length));
  utimesSync(file, later, later);
  expect(await open(IMAGE, store, false)).toBeUndefined();
});

describe('two writers at once', () => {
  test('of the same catalog both succeed, and it is there once', async () => {
    const other = new CatalogStore({ directory });
    expect(await Promise.all([store.write(metas(KEDA), IMAGE), other.write(metas(KEDA), IMAGE)])).toEqual([IMAGE, IMAGE]);
    expect(await textIn(await opens(IMAGE))).toBe(textOf(KEDA));
    expect(contents()).toHaveLength(1);
  });
});

describe('a name', () => {
  test('stands for a catalog, until it stands for another', async () => {
    expect(await store.lookUp('keda')).toBeUndefined();
    await store.name('keda', IMAGE, { etag: '"1"' });
    expect(await store.lookUp('keda')).toMatchObject({ digest: IMAGE, validators: { etag: '"1"' } });
    await store.name('keda', OTHER);
    expect(await store.lookUp('keda')).toMatchObject({ digest: OTHER });
  });

  test('may be any text, and stays within the store', async () => {
    const name = '../../../quay.io/team/catalog:v1@x\n';
    await store.name(name, IMAGE);
    expect(await store.lookUp(name)).toMatchObject({ name, digest: IMAGE });
    expect(readdirSync(directory)).toEqual(['contents', 'names']);
  });

  test('keeps since when it stands for a catalog; another one is later, also within a second and when the clock goes back', async () => {
    let now = new Date('2030-01-01T00:00:10.900Z');
    const timed = new CatalogStore({ directory, now: () => now });
    const since = async (digest: string) => (await timed.name('keda', digest)).since.toISOString();
    expect(await since(IMAGE)).toBe('2030-01-01T00:00:10.000Z');
    now = new Date('2030-01-01T00:05:00Z');
    expect(await since(IMAGE)).toBe('2030-01-01T00:00:10.000Z');
    now = new Date('2029-01-01T00:00:00Z');
    expect(await since(OTHER)).toBe('2030-01-01T00:00:11.000Z');
  });

  test.each(['{', '[]', '{"name":"keda"}', '{"name":"keda","digest":"../x","since":"2030-01-01T00:00:00Z"}', '{"name":"other"}'])(
    'whose file is damaged (%s) stands for nothing', async (text) => {
      await store.name('keda', IMAGE);
      const [file = ''] = readdirSync(join(directory, 'names'));
      writeFileSync(join(directory, 'names', file), text);
      expect(await store.lookUp('keda')).toBeUndefined();
    });
});

describe('collecting', () => {
  const old = (path: string): void => utimesSync(path, new Date(0), new Date(0));

  test('removes what no name stands for, and nothing else', async () => {
    await store.write(metas(KEDA), IMAGE);
    await store.write(metas(KIALI), OTHER);
    await store.name('kiali', OTHER);
    old(folderOf(IMAGE));
    old(folderOf(OTHER));
    expect((await store.collect()).digests).toEqual([IMAGE]);
    expect(contents()).toEqual([OTHER.replace(':', '-')]);
  });

  test('leaves what is new: its name may be about to come', async () => {
    await store.write(metas(KEDA), IMAGE);
    expect((await store.collect()).digests).toEqual([]);
    await store.name('keda', IMAGE);
    expect(await open(IMAGE)).toBeDefined();
  });

  test('a catalog that is taken in again counts as new', async () => {
    await store.write(metas(KEDA), IMAGE);
    old(folderOf(IMAGE));
    await store.write(metas(KEDA), IMAGE);
    expect((await store.collect()).digests).toEqual([]);
  });

  test('removes names that were not used for long, and then their catalogs', async () => {
    await store.write(metas(KEDA), IMAGE);
    await store.name('keda', IMAGE);
    const [file = ''] = readdirSync(join(directory, 'names'));
    old(join(directory, 'names', file));
    old(folderOf(IMAGE));
    expect(await store.collect()).toEqual({ names: ['keda'], digests: [IMAGE] });
  });

  test('a name that is looked up is used', async () => {
    await store.name('keda', IMAGE);
    const [file = ''] = readdirSync(join(directory, 'names'));
    old(join(directory, 'names', file));
    await store.lookUp('keda');
    expect((await store.collect()).names).toEqual([]);
  });

  test('leaves files of others, and follows no link', async () => {
    await store.write(metas(KEDA), IMAGE);
    const outside = mkdtempSync(join(tmpdir(), 'boxcutter-outside-'));
    writeFileSync(join(outside, 'precious'), 'x');
    symlinkSync(outside, folderOf(OTHER));
    mkdirSync(join(directory, 'contents', 'notes'));
    old(join(directory, 'contents', 'notes'));
    old(folderOf(IMAGE));
    lutimesSync(folderOf(OTHER), new Date(0), new Date(0));
    await store.collect();
    expect(contents()).toEqual(['notes']);
    expect(readFileSync(join(outside, 'precious'), 'utf8')).toBe('x');
    rmSync(outside, { recursive: true });
  });

  test('a reader reads on to the end of what was collected', async () => {
    await store.write(metas(KEDA), IMAGE);
    const stored = await opens(IMAGE);
    const pieces = stored.read([[0, 5], [5, textOf(KEDA).length - 5]]);
    const first = await pieces.next();
    old(folderOf(IMAGE));
    await store.collect();
    await stored.close();
    const second = await pieces.next();
    expect(`${String(first.value)}${String(second.value)}`).toBe(textOf(KEDA));
    await pieces.return();
  });
});
