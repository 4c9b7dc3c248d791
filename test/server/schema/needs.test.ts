/**
 * What we foresee of the validation of a real API server: valid examples of the most used kinds, damaged one field at a time, each sent
 * as a dry run of an apply. What the server takes is no error here; the share of its refusals that the check finds is in
 * docs/schema-check.md, and this test fails when the figures there are others.
 */
import { readFileSync } from 'node:fs';
import * as https from 'node:https';
import { join } from 'node:path';
import { load, loadAll } from 'js-yaml';
import type { JsonObject } from '../../../lib/api';
import { formatIssues, type Issue } from '../../../lib/issue';
import { checkObjects, kubernetesSchemas, schemaWording } from '../../../lib/schema';
import { type Corruption, corruptionsOf } from './needs/corruptions';

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: { readonly server: string; readonly [trust: string]: string } }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}

const config = load(readFileSync(process.env.BOXCUTTER_TEST_KUBECONFIG ?? '', 'utf8')) as Kubeconfig;
const cluster = config.clusters[0]?.cluster;
const token = config.users[0]?.user.token;
const packed = cluster?.['certificate-authority-data'];
const ca = packed === undefined ? readFileSync(cluster?.['certificate-authority'] ?? '') : Buffer.from(packed, 'base64');
const CONNECTIONS = 4;
const agent = new https.Agent({ ca, keepAlive: true, maxSockets: CONNECTIONS });
afterAll(() => agent.destroy());

/** Asks the server, without writing. Gives the status. */
function dryRun(object: JsonObject): Promise<number> {
  const { apiVersion, kind, metadata } = object as { apiVersion: string; kind: string; metadata: { name: string } };
  const { namespaced, resource } = kubernetesSchemas().kind(apiVersion, kind) ?? {};
  const root = `/${apiVersion.includes('/') ? 'apis' : 'api'}/${apiVersion}${namespaced ? '/namespaces/default' : ''}`;
  const query = 'dryRun=All&fieldManager=schema-needs&force=true&fieldValidation=Strict';
  const headers = { 'authorization': `Bearer ${token}`, 'content-type': 'application/apply-patch+yaml' };
  return new Promise((resolve, reject) => {
    const request = https.request(
      new URL(`${root}/${resource}/${metadata.name}?${query}`, cluster?.server), { agent, method: 'PATCH', headers },
      (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)),
    );
    request.on('error', reject);
    request.end(JSON.stringify(object));
  });
}

const folder = join(__dirname, 'needs');
const examples = ['workloads', 'network', 'cluster']
  .flatMap((file) => loadAll(readFileSync(join(folder, `${file}.yaml`), 'utf8')) as JsonObject[]);
const errorsOf = (object: JsonObject): Issue[] =>
  checkObjects([{ object, origin: { source: 'test' } }]).filter(({ severity }) => severity === 'error');
const figures = new Map<string, { refused: number; foreseen: number }>();

async function compare(kind: string, { what, object }: Corruption): Promise<string | undefined> {
  const status = await dryRun(object);
  const errors = errorsOf(object);
  if (status < 300) return errors.length === 0 ? undefined : `${what}: ${formatIssues(errors, schemaWording)}`;
  if (status !== 400 && status !== 422 && status !== 403 && status !== 500) throw new Error(`${what}: status ${status}`);
  const figure = figures.get(kind) ?? { refused: 0, foreseen: 0 };
  figures.set(kind, { refused: figure.refused + 1, foreseen: figure.foreseen + (errors.length > 0 ? 1 : 0) });
  return undefined;
}

test.each(examples.map((object) => [`${String(object.kind)} ${String((object.metadata as JsonObject).name)}`, object] as const))(
  'the server takes it, and no damage that it takes is an error: %s',
  async (_, example) => {
    expect({
      status: await dryRun(example) < 300,
      errors: formatIssues(errorsOf(example), schemaWording),
    }).toEqual({ status: true, errors: '' });
    const left = [...corruptionsOf(example)];
    const wrong: (string | undefined)[] = [];
    await Promise.all(Array.from({ length: CONNECTIONS }, async () => {
      for (let one = left.shift(); one; one = left.shift()) wrong.push(await compare(String(example.kind), one));
    }));
    expect(wrong.filter((one) => one !== undefined)).toEqual([]);
  },
  120_000,
);

test('the figures in docs/schema-check.md are those of this run', () => {
  const row = (name: string, refused: number, foreseen: number): string =>
    `| ${name} | ${refused} | ${foreseen} | ${Math.floor((100 * foreseen) / refused)} % |`;
  const rows = [...figures].map(([kind, { refused, foreseen }]) => row(kind, refused, foreseen));
  const sum = (of: 'refused' | 'foreseen') => [...figures.values()].reduce((total, figure) => total + figure[of], 0);
  const table = [...rows, row('all', sum('refused'), sum('foreseen'))].join('\n');
  const page = readFileSync(join(__dirname, '../../../docs/schema-check.md'), 'utf8');
  const marker = '| kind | refused by the server | foreseen | share |\n|---|---|---|---|\n';
  const written = page.slice(page.indexOf(marker) + marker.length).split('\n\n')[0];
  expect(written).toBe(table);
});
