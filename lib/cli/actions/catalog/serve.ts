import { catalogHandler, CatalogService, CatalogShelf, CatalogStore, type CertificateFiles, listen } from '../../../catalog-store';
import { BoxcutterError, messageOf } from '../../../errors';
import { isLoopback } from '../../../net';
import { catalogSources } from '../../../source/catalog/sources';
import { parseDuration } from '../../command-line/duration';
import type { CatalogServeArgs } from '../../commands/catalog/serve';
import { EXIT } from '../../exit';
import { note } from '../../output/note';
import { printLines } from '../../output/terminal/sink';
import { counted } from '../../output/terminal/table';
import { onInterrupt } from '../../session';

/** Less would ask registries all the time. */
const SHORTEST_MS = 1_000;

/** Serves until Ctrl-C, which is how it ends: exit code 0. */
export async function catalogServe({ catalogs, host, port, tlsCert, tlsKey, interval }: CatalogServeArgs): Promise<number> {
  const tls = tlsOf(tlsCert, tlsKey);
  const intervalMs = Math.max(SHORTEST_MS, parseDuration(interval, '--interval'));
  const { sources } = catalogSources(catalogs);
  const shelf = new CatalogShelf();
  const store = new CatalogStore({ compressed: true });
  const ended = new AbortController();
  const stopListening = onInterrupt(() => ended.abort());
  const service = new CatalogService(sources.map(({ name, where }) => ({ name, source: where })), {
    shelf, store, intervalMs, onNote: note, signal: ended.signal,
  });
  const reload = (): void => void service.refreshAll();
  try {
    await service.start();
    const onFault = (error: unknown): void => note(`A request could not be answered: ${messageOf(error)}.`);
    const server = await listen(catalogHandler(shelf, { onFault }), { host, port, tls, onNote: note });
    process.on('SIGHUP', reload);
    if (tls === undefined && !isLoopback(host)) note('Everybody who reaches this address can read the catalogs. '
      + 'They are sent without encryption.');
    printLines(await linesOf(shelf, server.url));
    await new Promise<void>((resolve) => {
      if (ended.signal.aborted) resolve();
      ended.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    note('Ending: waiting for the requests that are being answered.');
    await Promise.all([server.close(), service.stop()]);
    return EXIT.done;
  } finally {
    process.off('SIGHUP', reload);
    stopListening();
    await service.stop();
    await shelf.close();
  }
}

function tlsOf(cert: string | undefined, key: string | undefined): CertificateFiles | undefined {
  if (cert !== undefined && key !== undefined) return { cert, key };
  if (cert === undefined && key === undefined) return undefined;
  throw new BoxcutterError('usage-tls', 'input', `${cert === undefined ? '--tls-key' : '--tls-cert'} is given alone.`, {
    hint: 'TLS needs a certificate and its key: give --tls-cert and --tls-key.',
  });
}

async function linesOf(shelf: CatalogShelf, url: string): Promise<readonly string[]> {
  const lines = await Promise.all(shelf.names.map(async (name) => {
    const packages = await shelf.get(name)?.stored.packages();
    return `${name}: ${counted(packages?.length ?? 0, 'package')}, ${url}/catalogs/${encodeURIComponent(name)}/api/v1/all`;
  }));
  return [...lines, 'Ctrl-C ends it.'];
}
