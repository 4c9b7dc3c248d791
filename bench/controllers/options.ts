/** What the benchmark is run with. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';

export interface Options {
  readonly extensions: number;
  readonly objects: number;
  /** KB of content of each object: a revision has ten times that. */
  readonly kilobytes: number;
  /** How long nothing happens. */
  readonly minutes: number;
  /** Extensions that are upgraded one at a time. */
  readonly upgrades: number;
  /** How often one extension is installed and deleted. */
  readonly cycles: number;
  /** Extensions that Helm installs and upgrades; 0: no comparison. */
  readonly helm: number;
  /** Broken extensions beside healthy ones, the only thing that is measured then; 0: everything else is. */
  readonly broken: number;
  /** Of the local control plane. */
  readonly name: string;
  readonly output: string;
  /** Write the table into docs/performance.md. */
  readonly report: boolean;
}

export function readOptions(root: string): Options {
  const { values } = parseArgs({ options: {
    extensions: { type: 'string' }, objects: { type: 'string', default: '10' },
    kilobytes: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '2' }, upgrades: { type: 'string', default: '20' }, cycles: { type: 'string', default: '1000' },
    helm: { type: 'string', default: '20' }, broken: { type: 'string', default: '0' },
    name: { type: 'string', default: 'controllers' },
    output: { type: 'string' }, report: { type: 'boolean', default: false },
  } });
  const { name, report } = values;
  const number = (key: Exclude<keyof typeof values, 'name' | 'output' | 'report'>, otherwise?: number): number => {
    const found = Number(values[key] ?? otherwise);
    if (!Number.isFinite(found) || found < 0) throw new Error(`--${key} takes a number`);
    return found;
  };
  const broken = number('broken');
  if (broken > 0 && report) throw new Error('--report writes the table of all figures, and --broken measures none of them');
  const output = values.output ?? join(root, 'bench', 'results', broken > 0 ? 'beside-broken.json' : 'controllers.json');
  return {
    extensions: number('extensions', broken > 0 ? 40 : 1000), broken,
    objects: number('objects'), kilobytes: number('kilobytes'), minutes: number('minutes'),
    upgrades: number('upgrades'), cycles: number('cycles'), helm: number('helm'), name, output, report,
  };
}
