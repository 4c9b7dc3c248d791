/**
 * The registry of bundles and catalogs, one for all namespaces, behind a gate for each of them: what a site cannot reach goes away for that
 * site alone. Its programs find it by a settings file that their environment names.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { imageOfFiles, pushImage } from '../../../lib/image';
import { startRegistry, type RunningRegistry } from '../../registry';
import { Link } from '../../server/support/link';
import type { Site } from '../site';

let running: Promise<RunningRegistry> | undefined;
let users = 0;
const gates = new Map<string, Gate>();

/** The way of a site to the registry. */
export async function registryOf(site: Site): Promise<Gate> {
  const known = gates.get(site.namespace);
  if (known !== undefined) return known;
  users += 1;
  running ??= startRegistry();
  const { host } = await running;
  const gate = await Gate.to(host);
  gates.set(site.namespace, gate);
  rememberHosts();
  site.atEnd('registry', () => leave(site.namespace));
  return gate;
}

async function leave(namespace: string): Promise<void> {
  await gates.get(namespace)?.close();
  gates.delete(namespace);
  users -= 1;
  if (users > 0) return;
  const last = running;
  running = undefined;
  await (await last)?.close();
}

/** Settings and cache of this process and of those that it starts. */
function rememberHosts(): void {
  process.env['BOXCUTTER_CACHE'] ??= mkdtempSync(join(tmpdir(), 'boxcutter-fault-cache-'));
  const file = join(process.env['BOXCUTTER_CACHE'], 'registries.yaml');
  const registries = Object.fromEntries([...gates.values()].map(({ host }) => [host, { plainHttp: true }]));
  writeFileSync(file, JSON.stringify({ registries }));
  process.env['BOXCUTTER_REGISTRIES'] = file;
}

/** The registry as one site reaches it. */
export class Gate {
  private constructor(private readonly link: Link) {}

  static async to(host: string): Promise<Gate> {
    return new Gate(await Link.open(`http://${host}`));
  }

  get host(): string {
    return this.link.host;
  }

  open(): Promise<void> {
    return this.link.back();
  }

  close(): Promise<void> {
    return this.link.away();
  }

  /** @returns the reference by digest */
  async push(name: string, files: readonly (readonly [string, object])[], labels: Readonly<Record<string, string>> = {}): Promise<string> {
    const content = files.map(([path, value]) => [path, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))] as const);
    const image = imageOfFiles(content, { labels });
    await pushImage(image, `${this.host}/${name}:v1`, { plainHttp: true, cache: false, env: {} });
    return `${this.host}/${name}@${image.digest}`;
  }
}
