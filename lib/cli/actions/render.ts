import type { KubeObject } from '../../api';
import { stringifyYaml } from '../../yaml';
import { readInput } from '../input';

export interface RenderArgs {
  readonly path: string;
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly kubernetesVersion?: string | undefined;
  readonly output: 'yaml' | 'json';
}

/** Prints the revision manifest and its content Secrets; reaches no cluster. */
export async function render(args: RenderArgs): Promise<number> {
  const { compiled, documents } = await readInput({ ...args, onNote: (note) => void process.stderr.write(`${note}\n`) });
  const objects = documents ?? [compiled?.manifest as unknown as KubeObject, ...(compiled?.contentSecrets ?? [])];
  const text = args.output === 'json' ? JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }, null, 2) : objects.map((object) => stringifyYaml(object as never)).join('---\n');
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  return 0;
}
