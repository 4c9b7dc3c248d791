/**
 * Generates `imports/schemas`: what each supported Kubernetes version accepts.
 *
 *   tsx tools/generate/schemas.ts                                 all versions, from the published source of the API server
 *   tsx tools/generate/schemas.ts --server KUBECONFIG|URL         the version of a running API server, from its /openapi/v3
 *
 * The Go module of Kubernetes holds the documents as its API server publishes them, but for the enumerations; those are read from the
 * generated Go code that the server takes them from. A test checks that both ways give the same pack.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { load } from 'js-yaml';
import type { Pack } from '../../lib/schema/pack-format';
import { type Enums, type OpenApiDocument, makePack } from './schema-pack';

/** Newest patch of each supported minor version that the Go module proxy has; newest first. */
export const RELEASES = ['1.36.3', '1.35.4', '1.34.4'];
const TARGET = join(__dirname, '../../imports/schemas');

/** The pack of a release, from its Go module (downloaded when it is not in the module cache). */
export function packOfRelease(release: string): Pack {
  const output = execFileSync('go', ['mod', 'download', '-json', `k8s.io/kubernetes@v${release}`], { cwd: '/', encoding: 'utf8' });
  const { Dir } = JSON.parse(output) as { Dir: string };
  const folder = join(Dir, 'api/openapi-spec/v3');
  const documents = readdirSync(folder)
    .filter((file) => /^apis?__.*_openapi\.json$/.test(file))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as OpenApiDocument);
  const enums = enumsOf(readFileSync(join(Dir, 'pkg/generated/openapi/zz_generated.openapi.go'), 'utf8'), documents);
  return makePack(minorOf(release), documents, enums);
}

/** Enumerations by type and property, from the Go code that defines the types for the server. */
function enumsOf(code: string, documents: readonly OpenApiDocument[]): Enums {
  const byFunction = new Map<string, Map<string, readonly string[]>>();
  for (const body of code.split('\nfunc schema_').slice(1)) {
    let property = '';
    for (const line of body.split('\n')) {
      const start = /^\t{5}"([^"]+)": \{$/.exec(line);
      if (start) property = start[1]!;
      const values = /^\t+Enum:\s+\[\]interface\{\}\{(.*)\},$/.exec(line);
      if (!values) continue;
      const name = `_${body.slice(0, body.indexOf('('))}`;
      const known = byFunction.get(name) ?? new Map<string, readonly string[]>();
      known.set(property, JSON.parse(`[${values[1]!}]`) as string[]);
      byFunction.set(name, known);
    }
  }
  const functions = [...byFunction];
  const names = new Set(documents.flatMap((document) => Object.keys(document.components?.schemas ?? {})));
  return new Map(
    [...names].flatMap((name) => {
      const ending = `_${name.split('.').slice(-3).join('_')}`;
      const match = functions.find(([function_]) => function_.endsWith(ending));
      return match ? [[name, match[1]] as const] : [];
    }),
  );
}

/** The pack of a running API server, from the documents it publishes. */
export async function packOfServer(server: string): Promise<Pack> {
  const get = connection(server);
  const { major, minor } = (await get('/version')) as { major: string; minor: string };
  const { paths } = (await get('/openapi/v3')) as { paths: Record<string, { serverRelativeURL: string }> };
  const documents: OpenApiDocument[] = [];
  for (const path of Object.keys(paths).sort()) {
    // Groups of CRDs come and go; those of Kubernetes have no dot or end in k8s.io.
    if (/^(api\/v\d+|apis\/([^/.]+|[^/]+\.k8s\.io)\/[^/]+)$/.test(path)) {
      documents.push((await get(paths[path]!.serverRelativeURL)) as OpenApiDocument);
    }
  }
  return makePack(`${major}.${/^\d+/.exec(minor)?.[0] ?? minor}`, documents);
}

interface Kubeconfig {
  readonly 'current-context'?: string;
  readonly contexts?: readonly { readonly name: string; readonly context: { readonly cluster: string; readonly user: string } }[];
  readonly clusters?: readonly { readonly name: string; readonly cluster: Record<string, string> }[];
  readonly users?: readonly { readonly name: string; readonly user: Record<string, string> }[];
}

/**
 * Reads JSON from the server of a kubeconfig (current context; token or client certificate), or from a plain URL such as that of `kubectl
 * proxy`.
 */
function connection(server: string): (path: string) => Promise<unknown> {
  if (/^https?:/.test(server)) return (path) => getJson(new URL(path, server), {});
  const config = load(readFileSync(server, 'utf8')) as Kubeconfig;
  const context = config.contexts?.find(({ name }) => name === config['current-context'])?.context;
  const cluster = config.clusters?.find(({ name }) => name === context?.cluster)?.cluster ?? {};
  const user = config.users?.find(({ name }) => name === context?.user)?.user ?? {};
  const content = (entry: Record<string, string>, key: string): Buffer | undefined => {
    const data = entry[`${key}-data`];
    const file = entry[key];
    return data ? Buffer.from(data, 'base64') : file ? readFileSync(file) : undefined;
  };
  const token = user.token ?? (user.tokenFile ? readFileSync(user.tokenFile, 'utf8').trim() : undefined);
  const ca = content(cluster, 'certificate-authority');
  const cert = content(user, 'client-certificate');
  const key = content(user, 'client-key');
  const options: https.RequestOptions = {
    ...(ca ? { ca } : {}),
    ...(cert && key ? { cert, key } : {}),
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  };
  return (path) => getJson(new URL(path, cluster.server), options);
}

function getJson(url: URL, options: https.RequestOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).get(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (response.statusCode !== 200) reject(new Error(`GET ${url.pathname} answered ${response.statusCode}: ${text.slice(0, 300)}`));
        else resolve(JSON.parse(text));
      });
    });
    request.on('error', reject);
  });
}

/** Writes a pack; a file with the same content stays as it is (compressors differ between versions of Node). */
function writePack(pack: Pack): void {
  const file = join(TARGET, `kubernetes-${pack.v.replace('.', '-')}.ts`);
  const text = JSON.stringify(pack);
  if (existsSync(file)) {
    const packed = /'([A-Za-z0-9+/=]+)'/.exec(readFileSync(file, 'utf8'))?.[1];
    if (packed && gunzipSync(Buffer.from(packed, 'base64')).toString('utf8') === text) return;
  }
  const compressed = gzipSync(text, { level: 9 });
  const head = `// Generated by tools/generate/schemas.ts: the kinds of Kubernetes ${pack.v}, as gzipped JSON (lib/schema/pack-format.ts).`;
  writeFileSync(file, `${head}\nexport const pack = '${compressed.toString('base64')}';\n`);
  console.log(`${file}: ${compressed.length} bytes compressed, ${text.length} bytes of JSON`);
}

function writeIndex(versions: readonly string[]): void {
  const fileOf = (version: string): string => `./kubernetes-${version.replace('.', '-')}`;
  const lines = versions.map((version) => `  '${version}': () => (require('${fileOf(version)}') as { pack: string }).pack,`);
  const origin = '// Generated by tools/generate/schemas.ts: schema packs by Kubernetes version, newest first; ';
  const head = `${origin}each is loaded when it is first asked for.`;
  const packs = `export const packs: Readonly<Record<string, () => string>> = {\n${lines.join('\n')}\n};`;
  writeFileSync(join(TARGET, 'index.ts'), `${head}\n${packs}\n`);
}

function minorOf(release: string): string {
  return release.split('.').slice(0, 2).join('.');
}

/** Generates all packs, or that of one server. */
export async function generateSchemas(server?: string): Promise<void> {
  mkdirSync(TARGET, { recursive: true });
  if (server === undefined) for (const release of RELEASES) writePack(packOfRelease(release));
  else writePack(await packOfServer(server));
  writeIndex(RELEASES.map(minorOf));
}

if (require.main === module) {
  const at = process.argv.indexOf('--server');
  generateSchemas(at < 0 ? undefined : process.argv[at + 1]).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}
