/**
 * The benchmark of one large extension: `npm run bench:large`.
 *
 *   npm run bench:large -- [--objects 5000] [--changed 100] [--name large] [--profile FOLDER]
 *
 * A control plane of its own, and the built command as users run it: install, the same again, an upgrade in which some objects change, and
 * delete. Writes the table into docs/performance.md; a run with options only prints it. The exit code is 1 when a goal is missed. With
 * --profile each process leaves a CPU profile. At the end the cluster is thrown away.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { down, up } from '../lib/control-plane';
import type { KubeObject } from '../lib/api';
import { measured } from './large/measured';
import { goalsOf, tableOf, type Step } from './large/report';
import { CRD, namespaceName, namespaceObject, revisionOf } from './scale/workload';

const COMMAND = join(__dirname, '..', 'dist', 'bin', 'boxcutter.js');
const EXTENSION = 'large';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      objects: { type: 'string', default: '5000' },
      changed: { type: 'string', default: '100' },
      name: { type: 'string', default: 'large' },
      profile: { type: 'string' },
    },
  });
  const [objects, changed] = [whole('objects', values.objects), whole('changed', values.changed)];
  if (!existsSync(COMMAND)) throw new Error('the command is not built: npm run build');
  const { beginRun } = await import('../tools/run/run.mjs');
  beginRun();
  await down(values.name);
  const work = mkdtempSync(join(tmpdir(), 'boxcutter-bench-'));
  try {
    const { kubeconfig, version } = await up({ name: values.name, withWorkloads: false, onProgress: (line) => console.log(line) });
    const files = [0, changed].map((count, index) => {
      const file = join(work, `objects-${index + 1}.json`);
      writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: workload(objects, count) }));
      return file;
    });
    const applied = (file: string): string[] => ['apply', file, '--name', EXTENSION, '--state-namespace', 'default', '--timeout', '20m'];
    const [first = '', second = ''] = files;
    const steps: readonly (readonly [name: string, words: readonly string[]])[] = [
      ['install', applied(first)],
      ['the same again', applied(first)],
      [`${changed} objects changed`, applied(second)],
      ['delete', ['delete', EXTENSION, '--state-namespace', 'default', '--timeout', '20m']],
    ];
    const done: Step[] = [];
    for (const [name, words] of steps) {
      const profiled = values.profile === undefined ? [] : [
        '--cpu-prof',
        '--cpu-prof-dir',
        join(values.profile, name.replaceAll(' ', '-')),
      ];
      const step = { name, ...(await measured(COMMAND, words, kubeconfig, profiled)) };
      console.log(line(step));
      done.push(step);
    }
    const { machineText, markdownTable, takenOn, writeBetween } = await import('./between.mjs');
    const { minutesSoFar, tellGoals } = await import('./goals.mjs');
    const table = markdownTable(...tableOf(objects, done));
    console.log(`\n${table}\n`);
    const told = `${machineText(takenOn(version))}\none run each, ${minutesSoFar()} minutes in all.`;
    if (process.argv.length === 2) {
      writeBetween('<!-- large: written by bench/large.ts -->', '<!-- end of large -->', `${told}\n\n${table}`);
    }
    tellGoals(await goalsOf(objects, changed, done));
  } finally {
    await down(values.name);
    rmSync(work, { recursive: true, force: true });
  }
}

/** Objects of ten kinds, with the namespace that they are in and the definition of one of the kinds. Of some ConfigMaps the data differ. */
function workload(count: number, changed: number): readonly KubeObject[] {
  const objects = revisionOf(0, count - 2, 1).phases.flatMap((phase) => phase.objects.map(({ object }) => object));
  let left = changed;
  const isChanged = ({ kind }: KubeObject): boolean => kind === 'ConfigMap' && left-- > 0;
  const all = objects.map((object): KubeObject => (isChanged(object) ? { ...object, data: { value: 'changed' } } : object));
  return [namespaceObject(namespaceName(0)), CRD, ...all];
}

function line({ name, seconds, peakMiB, requests, actions }: Step): string {
  const list = (counts: Readonly<Record<string, number>>): string => Object.entries(counts).map(([what, count]) => `${count} ${what}`)
    .join(', ');
  return `${name}: ${seconds.toFixed(1)} s, ${peakMiB.toFixed(0)} MiB; ${list(actions)}; ${list(requests)}`;
}

function whole(option: string, value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${option} takes a whole number from 1`);
  return number;
}

main().catch((error: unknown) => {
  console.error(`bench/large: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  process.exitCode = 1;
});
