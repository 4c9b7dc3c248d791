/**
 * What `install` needs before the apply begins: `install --plan` of a package from a catalog image, which opens the catalog, chooses, takes
 * the bundle from the cache, and asks the cluster what would be done. A control plane and a registry of its own; the first run fetches, the
 * others find everything on this machine.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { down, up } from '../../lib/control-plane';
import { startRegistry } from '../../test/registry';
import { COMMAND, measureCommand, type Used } from './command';
import { writeCatalog } from './written-catalog';

export interface InstallRow {
  readonly packages: number;
  readonly bytes: number;
  /** Nothing is on this machine. */
  readonly cold: Used;
  readonly warm: Used;
}

const BUNDLE = join(__dirname, '..', '..', 'docs', 'cookbook', 'catalog', 'bundles', 'shop.v1.0.0');
const NAME = 'bench-catalog';
/** There is something to do. */
const CHANGES = 10;

export async function installRows(sizes: readonly number[], rounds: number): Promise<readonly InstallRow[]> {
  const registry = await startRegistry();
  const { kubeconfig } = await up({ name: NAME, onProgress: (line) => console.error(line) });
  const rows: InstallRow[] = [];
  try {
    for (const packages of sizes) rows.push(await rowOf(packages, rounds, registry.host, kubeconfig));
  } finally {
    await down(NAME);
    await registry.close();
  }
  return rows;
}

async function rowOf(packages: number, rounds: number, host: string, kubeconfig: string): Promise<InstallRow> {
  const home = mkdtempSync(join(tmpdir(), 'boxcutter-bench-install-'));
  try {
    const settings = join(home, 'registries.yaml');
    writeFileSync(settings, `registries: {"${host}": {plainHttp: true}}\n`);
    const env = { ...process.env, KUBECONFIG: kubeconfig, BOXCUTTER_CACHE: join(home, 'cache'), BOXCUTTER_REGISTRIES: settings };
    const run = (...words: readonly string[]): string => (
      execFileSync(process.execPath, [COMMAND, ...words], { env, encoding: 'utf8', stdio: 'pipe' })
    );
    const catalog = join(home, 'catalog');
    const bytes = await writeCatalog(catalog, packages, 'json');
    appendFileSync(join(catalog, 'shop.yaml'), run('catalog', 'init', 'shop', '-c', 'stable'));
    run('bundle', 'push', BUNDLE, `${host}/shop:v1.0.0`);
    run('catalog', 'add', catalog, BUNDLE, '-c', 'stable', '--pin', '--image-name', `${host}/shop:v1.0.0`);
    run('catalog', 'push', catalog, `${host}/catalog:v${packages}`, '--no-validate');
    const words = ['install', 'shop', '--catalog', `own=${host}/catalog:v${packages}`, '-n', 'default', '--plan'];
    const cold = measureCommand(words, 1, { env, status: CHANGES });
    return { packages, bytes, cold, warm: measureCommand(words, rounds, { env, status: CHANGES }) };
  } finally {
    rmSync(home, { recursive: true });
  }
}
