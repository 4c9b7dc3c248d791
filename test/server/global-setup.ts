import { up, type UpOptions } from '../../lib/control-plane';

/**
 * One control plane for all server tests of a run. Its kubeconfig and audit log are in `BOXCUTTER_TEST_KUBECONFIG` and
 * `BOXCUTTER_TEST_AUDIT_LOG`. It goes with the run; with `BOXCUTTER_TEST_KEEP=1` it is the user's cluster `test`, stays, and the next run
 * uses it again.
 */
export default async function globalSetup(): Promise<void> {
  const { beginRun, clustersOf, outsideOfRun } = await import('../../tools/run/run.mjs');
  const directory = clustersOf(beginRun());
  const options: UpOptions = { name: 'test', onProgress: (line) => process.stderr.write(`control plane: ${line}\n`) };
  const isKept = process.env.BOXCUTTER_TEST_KEEP === '1';
  const info = isKept ? await outsideOfRun(() => up(options)) : await up({ ...options, directory });
  process.env.BOXCUTTER_TEST_KUBECONFIG = info.kubeconfig;
  process.env.BOXCUTTER_TEST_AUDIT_LOG = info.auditLog;
  if (!isKept) process.env.BOXCUTTER_TEST_CLUSTERS = directory;
}
