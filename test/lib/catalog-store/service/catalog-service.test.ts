/** Catalogs that are served follow their sources, and never stand still half-way. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CatalogService } from '../../../../lib/catalog-store/service/catalog-service';
import { CatalogShelf } from '../../../../lib/catalog-store/server/shelf';
import { CatalogStore } from '../../../../lib/catalog-store/store/store';
import { failure } from '../../image/errors';
import { KEDA, KIALI, textOf } from '../metas';

let home: string;
let shelf: CatalogShelf;
let notes: string[];
const services: CatalogService[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'boxcutter-service-'));
  mkdirSync(join(home, 'shop'));
  write('keda.json', textOf(KEDA));
  shelf = new CatalogShelf();
  notes = [];
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()));
  await shelf.close();
  rmSync(home, { recursive: true });
});

function write(name: string, content: string): void {
  writeFileSync(join(home, 'shop', name), content);
}

const shop = (): { name: string; source: string } => ({ name: 'shop', source: join(home, 'shop') });

/** Sources are looked at when the test says so. */
function service(catalogs = [shop()], onNote = (note: string): void => void notes.push(note)): CatalogService {
  const store = new CatalogStore({ directory: join(home, 'store'), compressed: true });
  const made = new CatalogService(catalogs, { shelf, store, intervalMs: 1_000_000, onNote });
  services.push(made);
  return made;
}

async function served(name = 'shop'): Promise<readonly string[] | undefined> {
  return shelf.get(name)?.stored.packages();
}

test('every source is served under its name', async () => {
  writeFileSync(join(home, 'kiali.json'), textOf(KIALI));
  await service([shop(), { name: 'other', source: join(home, 'kiali.json') }]).start();
  expect([shelf.names, await served(), await served('other')]).toEqual([['other', 'shop'], ['keda'], ['kiali']]);
});

test('a folder that has changed is served as it is now, and is later than before', async () => {
  const watching = service();
  await watching.start();
  const before = shelf.get('shop');
  write('kiali.json', textOf(KIALI));
  expect(await watching.refresh(shop())).toBe('changed');
  expect(await served()).toEqual(['keda', 'kiali']);
  expect(shelf.get('shop')?.since.getTime()).toBeGreaterThan(before?.since.getTime() ?? Infinity);
  expect(notes).toEqual(['The catalog shop has changed; the server now serves the new content.']);
});

test('one that has not, or whose content is the same, is left as it is', async () => {
  const watching = service();
  await watching.start();
  const before = shelf.get('shop');
  expect(await watching.refresh(shop())).toBe('unchanged');
  renameSync(join(home, 'shop', 'keda.json'), join(home, 'shop', 'renamed.json'));
  expect(await watching.refresh(shop())).toBe('unchanged');
  expect(shelf.get('shop')).toBe(before);
  expect(notes).toEqual([]);
});

test('one that cannot be read any more stays as it was, with the file and the line', async () => {
  const watching = service();
  await watching.start();
  write('kiali.yaml', 'schema: olm.package\nname: [');
  expect(await watching.refresh(shop())).toBe('failed');
  expect(await served()).toEqual(['keda']);
  expect(notes).toEqual([expect.stringMatching(/^The catalog shop is still served as it was\. It cannot be read: kiali\.yaml:2 /)]);
  write('kiali.yaml', textOf(KIALI));
  expect(await watching.refresh(shop())).toBe('changed');
});

test('one that is gone stays as it was', async () => {
  const watching = service();
  await watching.start();
  rmSync(join(home, 'shop'), { recursive: true });
  expect(await watching.refresh(shop())).toBe('failed');
  expect(await served()).toEqual(['keda']);
  mkdirSync(join(home, 'shop'));
});

test('one that cannot be read in the first place is refused, and names file and line', async () => {
  write('bad.json', '{"schema": 1}');
  const error = await failure(() => service().start());
  expect([error.code, error.message]).toEqual(['catalog-invalid', expect.stringContaining('bad.json')]);
});

test('a change is noticed by itself', async () => {
  const noticed = new Promise<string>((resolve) => {
    void service([shop()], resolve).start().then(() => write('kiali.json', textOf(KIALI)));
  });
  expect(await noticed).toBe('The catalog shop has changed; the server now serves the new content.');
  expect(await served()).toEqual(['keda', 'kiali']);
});

test('what is looked at twice at once is looked at one after the other', async () => {
  const watching = service();
  await watching.start();
  write('kiali.json', textOf(KIALI));
  expect(await Promise.all([watching.refresh(shop()), watching.refresh(shop())])).toEqual(['changed', 'unchanged']);
});
