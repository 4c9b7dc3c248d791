/** Does a catalog serve? It is served in this process, and read again as a cluster does. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CatalogContent } from '../../../../catalog';
import { catalogHandler, CatalogService, CatalogShelf, CatalogStore, listen, openCatalog } from '../../../../catalog-store';
import { requestCatalog } from '../../../../catalog-store/client/download';
import { isBoxcutterError } from '../../../../errors';
import { type PartResult, testFinding, type TestFinding } from './result';

/** Folders are not watched for as long as this takes. */
const NEVER_MS = 2 ** 31 - 1;

export async function testServing(source: string, content: CatalogContent, onNote: (note: string) => void): Promise<PartResult> {
  onNote('serve: serving the catalog here, and reading it back');
  const folder = await mkdtemp(join(tmpdir(), 'boxcutter-catalog-test-'));
  const shelf = new CatalogShelf();
  const store = new CatalogStore({ directory: join(folder, 'served'), compressed: true });
  const service = new CatalogService([{ name: 'tested', source }], { shelf, store, intervalMs: NEVER_MS, onNote });
  try {
    await service.start();
    const server = await listen(catalogHandler(shelf));
    try {
      const findings = await readAgain(`${server.url}/catalogs/tested`, content, folder);
      return { part: 'serve', checked: content.packages.length, findings };
    } finally {
      await server.close(0);
    }
  } catch (error) {
    if (!isBoxcutterError(error) || error.category !== 'input') throw error;
    return { part: 'serve', checked: 0, findings: [testFinding('serve', 'not-served', 'catalog', error.message, { hint: error.hint })] };
  } finally {
    await service.stop();
    await shelf.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function readAgain(url: string, content: CatalogContent, folder: string): Promise<readonly TestFinding[]> {
  const { loaded, close } = await openCatalog(url, { store: new CatalogStore({ directory: join(folder, 'read') }) });
  await close();
  const findings: TestFinding[] = [];
  const differs = (what: string, got: number, expected: number): void => {
    if (got === expected) return;
    findings.push(testFinding('serve', 'served-differently', what, `${got} were read from the server instead of ${expected}`));
  };
  for (const schema of ['packages', 'channels', 'bundles', 'deprecations', 'others'] as const) {
    differs(schema, loaded.content[schema].length, content[schema].length);
  }
  const expected = countByPackage(content);
  let number = 0;
  for (const [name, count] of expected) {
    number += 1;
    const address = new URL(`${url}/api/v1/metas`);
    address.searchParams.set('package', name);
    const answer = await requestCatalog(address, { authorities: () => undefined, env: process.env });
    const file = join(folder, `package-${number}.jsonl`);
    if (answer.type === 'content') await answer.save(file);
    const lines = (await readFile(file, 'utf8')).split('\n').length - 1;
    await rm(file, { force: true });
    differs(`package ${name}`, lines, count);
  }
  return findings;
}

function countByPackage({ packages, channels, bundles, deprecations, others }: CatalogContent): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (name: string | undefined): void => {
    if (name !== undefined && name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  for (const { name } of packages) count(name);
  for (const blob of [...channels, ...bundles, ...deprecations, ...others]) count(blob.package);
  return counts;
}
