/**
 * Are the schema packs in imports/ those of the Kubernetes versions that they name? `npm run check -- schemas`.
 *
 * Each is made anew from the documents that its release has published, in the Go module of Kubernetes; the newest also from a real API
 * server, that of the local control plane. Ends with 1 and a line for each kind that differs.
 */
import { gunzipSync } from 'node:zlib';
import { packs } from '../../imports/schemas';
import { down, up } from '../../lib/control-plane';
import { messageOf } from '../../lib/errors';
import type { Pack } from '../../lib/schema/pack-format';
import { differencesOf } from './compare-packs';
import { packOfRelease, packOfServer, RELEASES } from './schemas';

function committedPack(version: string): Pack | undefined {
  const packed = packs[version]?.();
  return packed === undefined ? undefined : (JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as Pack);
}

/** Whether they are the same; says which source was compared, and what differs. */
function compare(source: string, made: Pack, servedOnly = false): boolean {
  const committed = committedPack(made.v);
  const differences = committed === undefined ? ['it is not there'] : differencesOf(committed, made, servedOnly);
  console.log(`Kubernetes ${made.v}, ${source}: ${differences.length === 0 ? 'the same' : `${differences.length} differences`}`);
  for (const line of differences.slice(0, 20)) console.log(`  ${line.slice(0, 300)}`);
  return differences.length === 0;
}

async function packOfNewestServer(): Promise<Pack> {
  const { beginRun, clustersOf } = await import('../run/run.mjs');
  const directory = clustersOf(beginRun());
  const { kubeconfig } = await up({ name: 'schemas', directory, withController: false });
  try {
    return await packOfServer(kubeconfig);
  } finally {
    await down('schemas', { directory });
  }
}

async function main(): Promise<void> {
  const published = RELEASES.map((release) => compare(`published by release ${release}`, packOfRelease(release)));
  const served = compare('served by an API server', await packOfNewestServer(), true);
  const extra = Object.keys(packs).length - RELEASES.length;
  if (extra !== 0) console.log(`imports/schemas has ${Object.keys(packs).length} packs, and there are ${RELEASES.length} releases`);
  else if (served && !published.includes(false)) console.log(`${RELEASES.length} versions, each the same`);
  if (!served || extra !== 0 || published.includes(false)) process.exitCode = 1;
}

if (require.main === module) {
  main().catch((error: unknown) => {
    console.error(`check-schemas: ${messageOf(error)}`);
    process.exitCode = 1;
  });
}
