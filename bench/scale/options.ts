/** What the benchmark is run with. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';

export interface ScaleOptions {
  readonly extensions: number;
  /** Of each extension. */
  readonly objects: number;
  /** Where the objects live. */
  readonly namespaces: number;
  /** How long nothing happens. */
  readonly minutes: number;
  /** How many objects another client changes. */
  readonly edits: number;
  /** Changes that are none of ours, for each of those. */
  readonly noise: number;
  readonly preflight: 'never' | 'new-content';
  /** Of the local control plane. */
  readonly cluster: string;
  /** Leave the cluster with everything in it, and use one that has it already. */
  readonly keep: boolean;
  readonly output: string;
  /** Write the table into docs/performance.md: as asked, or in a run without options. */
  readonly report: boolean;
  /** Measure nothing: take the results of an earlier run. */
  readonly render: boolean;
}

export function readOptions(root: string): ScaleOptions {
  const { values } = parseArgs({
    options: {
      extensions: { type: 'string', default: '1000' },
      objects: { type: 'string', default: '50' },
      namespaces: { type: 'string', default: '100' },
      minutes: { type: 'string', default: '10' },
      edits: { type: 'string', default: '300' },
      noise: { type: 'string', default: '5' },
      preflight: { type: 'string', default: 'never' },
      name: { type: 'string', default: 'scale' },
      keep: { type: 'boolean', default: false },
      output: { type: 'string', default: join(root, 'bench', 'results', 'scale.json') },
      report: { type: 'boolean', default: false },
      render: { type: 'boolean', default: false },
    },
  });
  if (values.preflight !== 'never' && values.preflight !== 'new-content') throw new Error('--preflight is never or new-content');
  return {
    extensions: whole('extensions', values.extensions, 1),
    objects: whole('objects', values.objects, 1),
    namespaces: whole('namespaces', values.namespaces, 1),
    minutes: positive('minutes', values.minutes),
    edits: whole('edits', values.edits, 0),
    noise: whole('noise', values.noise, 0),
    preflight: values.preflight,
    cluster: values.name,
    keep: values.keep,
    output: values.output,
    report: values.report || process.argv.length === 2,
    render: values.render,
  };
}

function whole(name: string, text: string, least: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least) throw new Error(`--${name} takes a whole number from ${least}`);
  return number;
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isFinite(number) || number < 0) throw new Error(`--${name} takes a number`);
  return number;
}
