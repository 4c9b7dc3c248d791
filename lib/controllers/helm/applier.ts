/** Installing and upgrading the release of an extension, as the account of the extension. */
import type { KubeObject } from '../../api';
import { BoxcutterError } from '../../errors';
import type { ServiceAccount, Target } from '../process';
import type { HelmChart } from './chart';
import { openFront } from './front';
import { runHelm } from './program';
import { releaseName } from './release';
import { HelmStorage, RELEASE_NAMESPACE } from './storage';

/** Whose release it is, and as whom it is written. */
export interface HelmWork {
  readonly extension: string;
  readonly account: ServiceAccount | undefined;
}

export interface HelmApplier {
  /**
   * @param before what the release has: of that, what the chart has no more is deleted
   * @throws BoxcutterError `helm-failed` (server)
   */
  upgrade(work: HelmWork, chart: HelmChart, before: readonly KubeObject[]): Promise<void>;
}

/** @param program path or name of helm */
export function helmApplier(program: string, { cluster }: Pick<Target, 'cluster'>): HelmApplier {
  let major: Promise<number> | undefined;
  return {
    upgrade: async ({ extension, account }, { files }, before) => {
      major ??= majorOf(program, cluster.closed);
      major.catch(() => (major = undefined));
      const force = await major >= 4 ? ['--server-side=true', '--force-conflicts'] : [];
      if (!cluster.mayWrite()) throw new BoxcutterError('helm-failed', 'server', 'this process may not write at the moment');
      const name = releaseName(extension);
      const user = account && `system:serviceaccount:${account.namespace}:${account.name}`;
      const front = await openFront({ cluster, storage: new HelmStorage(name, before), ...(user === undefined ? {} : { user }) });
      try {
        // What is written is as it was rendered, and the server checks it.
        const args = (folder: string): readonly string[] => [
          'upgrade', name, folder, '--install', '--take-ownership', '--disable-openapi-validation', ...force,
          '--namespace', RELEASE_NAMESPACE,
        ];
        await runHelm({ program, kubeconfig: front.kubeconfig, files, signal: cluster.closed, args });
      } finally {
        await front.close();
      }
    },
  };
}

async function majorOf(program: string, signal: AbortSignal): Promise<number> {
  const output = await runHelm({ program, kubeconfig: '{}', signal, args: () => ['version', '--short'] });
  const major = Number(/^v?(\d+)\./.exec(output.trim())?.[1]);
  if (major >= 3) return major;
  throw new BoxcutterError('helm-failed', 'server', `${program} does not say that it is helm 3 or newer: ${output.trim().slice(0, 100)}`);
}
