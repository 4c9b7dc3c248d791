import * as fs from 'node:fs';
import { down, list, up } from '../../lib/control-plane';

/**
 * One control plane for all server tests of a run. Its kubeconfig and audit log are in `BOXCUTTER_TEST_KUBECONFIG` and
 * `BOXCUTTER_TEST_AUDIT_LOG`. With `BOXCUTTER_TEST_KEEP=1` it has a fixed name, stays, and the next run uses it again.
 */
export default async function globalSetup(): Promise<void> {
  await removeLeftovers();
  const info = await up({ name: testCluster(), onProgress: (line) => process.stderr.write(`control plane: ${line}\n`) });
  process.env.BOXCUTTER_TEST_CLUSTER = info.name;
  process.env.BOXCUTTER_TEST_KUBECONFIG = info.kubeconfig;
  process.env.BOXCUTTER_TEST_AUDIT_LOG = info.auditLog;
}

/** Two runs at once in one checkout must not stop each other's cluster, so the name has the run's process in it. */
function testCluster(): string {
  return process.env.BOXCUTTER_TEST_KEEP === '1' ? 'test' : `test-${process.pid}`;
}

/** Clusters of runs that were killed before their teardown. */
async function removeLeftovers(): Promise<void> {
  for (const { name } of await list()) {
    const pid = /^test-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await down(name);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' || fs.existsSync(`/proc/${pid}`);
  }
}
