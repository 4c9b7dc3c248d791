/** Programs in Go that tests start (tools/go-tools.mjs): in the user's cache, built there when they are missing, which takes minutes. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export type GoTool = 'registry' | 'kubectl' | 'kubectl-reader' | 'helm' | 'helm3';

const known = new Map<GoTool, string>();

/** @returns its path @throws Error when it has to be built and cannot be */
export function goTool(name: GoTool): string {
  const path = known.get(name) ?? provide(name);
  known.set(name, path);
  return path;
}

function provide(name: GoTool): string {
  const program = join(__dirname, '..', '..', 'tools', 'go-tools.mjs');
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, name], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim().split('\n').at(-1) ?? '';
}
