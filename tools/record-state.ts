/**
 * Records what a version of this package leaves on a cluster, for the tests of upgrades (test/server/state/earlier-versions.test.ts):
 * `tsx tools/record-state.ts --command PATH --commit HASH --name NAME [--seals]`, where PATH is the built command of that version.
 * Applies the packages of test/fixtures/state on a control plane of its own and writes test/fixtures/state/NAME.json.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { down, up } from '../lib/control-plane';
import { messageOf } from '../lib/errors';
import { connect } from '../lib/kube';
import { writeWhole } from '../lib/write-whole';
import { applied, packageFolder, recordingFile, stateKey, stateNamespace, type RecordedState } from '../test/fixtures/state/recorded';
import { Etcd } from '../test/server/support/etcd';

const EVERYTHING = '/registry/';
/** What says nothing of an extension, or is out of date at once. */
const LEFT_OUT = ['/registry/events/', '/registry/leases/', '/registry/masterleases/'];

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { command: text, commit: text, name: text, seals: { type: 'boolean', default: false } } });
  const { command, commit, name } = values;
  if (command === undefined || commit === undefined || name === undefined) throw new Error('--command, --commit and --name are needed.');
  const { beginRun, clustersOf } = await import('./run/run.mjs');
  const directory = clustersOf(beginRun());
  const info = await up({ name: 'record', directory, onProgress: (line) => console.error(`control plane: ${line}`) });
  try {
    const etcd = new Etcd(info.directory);
    const before = new Set((await etcd.entries(EVERYTHING)).map(({ key }) => key));
    await apply(command, info.kubeconfig, values.seals);
    const isLeftOut = (key: string): boolean => before.has(key) || LEFT_OUT.some((prefix) => key.startsWith(prefix));
    const entries = (await etcd.entries(EVERYTHING)).filter(({ key }) => !isLeftOut(key));
    const recorded: RecordedState = { commit, kubernetes: info.version, entries };
    writeWhole(recordingFile(name), `${JSON.stringify(recorded, undefined, 1)}\n`);
    console.log(`${recordingFile(name)}: ${entries.length} objects`);
  } finally {
    await down('record', { directory });
  }
}

/** @param seals whether that version seals content, and so has to be given the place of the key */
async function apply(command: string, kubeconfig: string, seals: boolean): Promise<void> {
  const cluster = await connect({ kubeconfig });
  for (const namespace of new Set(applied.map((each) => each.namespace))) {
    await cluster.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  }
  cluster.close();
  for (const { extension, namespace, package: name } of applied) {
    const isBundle = name === 'lights';
    const words = [
      'apply',
      packageFolder(name),
      '--namespace',
      namespace,
      '--state-namespace',
      stateNamespace,
      ...(seals ? ['--state-key', `${stateKey.namespace}/${stateKey.name}`] : []),
      ...(isBundle ? [] : ['--name', extension]),
      '--kubeconfig',
      kubeconfig,
    ];
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], {
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    });
    console.error(`${words.slice(0, 2).join(' ')}: exit code ${status}`);
    if (status !== 0) throw new Error(`${stdout}${stderr}`);
  }
}

main().catch((error: unknown) => {
  console.error(`record-state: ${messageOf(error)}`);
  process.exitCode = 1;
});
