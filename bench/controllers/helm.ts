/**
 * The same objects by Helm, a release for each extension, as the applier of a controller that is switched off does it: `helm upgrade
 * --install`, one process after the other.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MeasuredStep } from '../measure.mjs';
import { bundleObjects, NAMESPACE, packageName } from './world';
import { quantiles, round, type Quantiles } from '../scale/results';

export interface ByHelm {
  readonly releases: number;
  readonly install: HelmStep;
  readonly upgrade: HelmStep;
  /** The same once more: a check for drift. */
  readonly unchanged: HelmStep;
}

export interface HelmStep {
  readonly milliseconds: Quantiles;
  readonly requests: number;
  readonly cpuSeconds: number;
  readonly peakMiB: number;
}

export async function byHelm(
  releases: number, objects: number, kilobytes: number, info: { readonly kubeconfig: string; readonly auditLog: string },
): Promise<ByHelm> {
  const { providePeers } = await import('../peers.mjs');
  const { measureStep } = await import('../measure.mjs');
  const peers = await providePeers();
  const work = mkdtempSync(join(tmpdir(), 'boxcutter-bench-helm-'));
  const env = { PATH: process.env['PATH'], HOME: work, KUBECONFIG: info.kubeconfig, TMPDIR: tmpdir() };
  const run = async (version: string): Promise<HelmStep> => {
    const steps: MeasuredStep[] = [];
    for (let index = 0; index < releases; index += 1) {
      const name = packageName(index);
      const chart = join(work, `${name}-${version}`);
      writeChart(chart, `helm-${name}`, version, bundleObjects(`helm-${name}`, version, objects, kilobytes));
      const command = [peers.helm.path, 'upgrade', '--install', name, chart, '--namespace', NAMESPACE, '--wait', '--timeout', '5m'];
      steps.push(await measureStep({ measure: peers.measure.path, commands: [command], env, auditLog: info.auditLog, userAgent: 'Helm/' }));
    }
    return stepOf(steps);
  };
  try {
    return { releases, install: await run('1.0.0'), upgrade: await run('1.1.0'), unchanged: await run('1.1.0') };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function stepOf(steps: readonly MeasuredStep[]): HelmStep {
  const sum = (of: (step: MeasuredStep) => number): number => (
    round(steps.reduce((total, step) => total + of(step), 0) / Math.max(1, steps.length))
  );
  return {
    milliseconds: quantiles(steps.map(({ wallSeconds }) => wallSeconds * 1000).sort((a, b) => a - b)),
    requests: sum(({ requests }) => requests.all), cpuSeconds: sum(({ cpuSeconds }) => cpuSeconds),
    peakMiB: Math.max(0, ...steps.map(({ peakMiB }) => peakMiB)),
  };
}

function writeChart(folder: string, name: string, version: string, objects: readonly object[]): void {
  mkdirSync(join(folder, 'templates'), { recursive: true });
  writeFileSync(join(folder, 'Chart.yaml'), JSON.stringify({ apiVersion: 'v2', name, version }));
  writeFileSync(join(folder, 'templates', 'objects.yaml'), objects.map((object) => JSON.stringify(object)).join('\n---\n'));
}
