/** Catalogs of servers: catalogd's, or `boxcutter catalog serve`. What has not changed since the last time is not sent again. */
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogFilesFromDirectory } from '../../catalog';
import { loadRegistrySettings } from '../../image';
import type { FetchedFiles, ReachOptions, RemoteCatalog } from '../open/source';
import { endpointOf } from './address';
import { type Downloading, requestCatalog } from './download';

const PREFIX = 'boxcutter-catalog-';
/** A download takes an hour at most, and reading it some minutes. */
const ABANDONED_MS = 3 * 3_600_000;

/** @param url ends with the name of the catalog */
export function serverCatalog(url: URL, { registry, env = process.env, signal }: ReachOptions = {}): RemoteCatalog {
  const address = endpointOf({ url }, 'all');
  const settings = registry?.settings ?? loadRegistrySettings(env);
  const authorities = (asked: URL): string | undefined => settings.registries?.[asked.host]?.ca;
  return {
    origin: url.href,
    key: `server ${url.href}`,
    now: async (known) => {
      const answer = await requestCatalog(address, { validators: known?.validators, authorities, env, signal });
      if (answer.type === 'unchanged') return answer;
      return { type: 'changed', validators: answer.validators, fetch: async () => saved(url, answer) };
    },
  };
}

async function saved(url: URL, answer: Extract<Downloading, { type: 'content' }>): Promise<FetchedFiles> {
  await removeAbandoned(tmpdir());
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  const done = async (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const file = join(folder, 'catalog.jsonl');
    await answer.save(file);
    return { files: { ...catalogFilesFromDirectory(file), origin: url.href }, done };
  } catch (error) {
    await done();
    throw error;
  }
}

/** What processes left that were killed: up to a gigabyte each. */
export async function removeAbandoned(directory: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(directory, name);
    const found = await lstat(path).catch(() => undefined);
    const isOurs = found?.isDirectory() === true && found.uid === process.getuid?.();
    if (isOurs && now - found.mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}
