/** Installing, upgrading and removing the release of an extension. One release for each extension, in its namespace. */
import { BoxcutterError } from '../../errors';
import { accountText, actingIn, type ServiceAccount, type Target } from '../process';
import type { HelmChart } from './chart';
import { ReleaseHistory } from './history';
import { releaseName } from './mark';
import { runHelm } from './program';

/** Whose release it is, and as whom it is written. */
export interface HelmWork {
  readonly extension: string;
  readonly namespace: string;
  readonly account: ServiceAccount | undefined;
}

export interface HelmApplier {
  /** @throws BoxcutterError `helm-failed` (server) */
  upgrade(work: HelmWork, chart: HelmChart): Promise<void>;
  /** Takes what the release has down. @throws BoxcutterError `helm-failed` (server) */
  uninstall(work: HelmWork): Promise<void>;
}

/** Revisions of a release that helm keeps. */
const HISTORY = 10;

/** @param program path or name of helm */
export function helmApplier(program: string, target: Target): HelmApplier {
  let major: Promise<number> | undefined;
  const run = async (work: HelmWork, args: (chart: string) => readonly string[], files: HelmChart['files'] = {}): Promise<string> => {
    const { cluster } = target;
    if (!cluster.mayWrite()) throw new BoxcutterError('helm-failed', 'server', 'this process may not write at the moment');
    const kubeconfig = await cluster.kubeconfig(work.account && `system:serviceaccount:${work.account.namespace}:${work.account.name}`);
    const inNamespace = (chart: string): readonly string[] => [...args(chart), '--namespace', work.namespace];
    return runHelm({ program, kubeconfig, files, signal: cluster.closed, args: inNamespace });
  };
  return {
    upgrade: async (work, chart) => {
      major ??= majorOf(program, target);
      major.catch(() => (major = undefined));
      const name = releaseName(work.extension);
      await (await releaseHistory(target, work)).giveBack();
      const force = (await major) >= 4 ? ['--server-side=true', '--force-conflicts'] : [];
      await run(work, (folder) => [
        'upgrade', name, folder, '--install', '--take-ownership', '--history-max', String(HISTORY), ...force,
      ], chart.files);
    },
    uninstall: async (work) => {
      await (await releaseHistory(target, work)).giveBack();
      await run(work, () => ['uninstall', releaseName(work.extension), '--ignore-not-found', '--wait']);
    },
  };
}

/** As it is on the cluster, read as whom it was written. */
export function releaseHistory(
  target: Pick<Target, 'cluster' | 'shared'>, { extension, namespace, account }: HelmWork,
): Promise<ReleaseHistory> {
  return ReleaseHistory.read(actingIn(target, account).cluster, namespace, releaseName(extension));
}

export function releaseText({ extension, namespace, account }: HelmWork): string {
  return `Helm release ${namespace}/${releaseName(extension)}${account === undefined ? '' : ` (as ${accountText(account)})`}`;
}

async function majorOf(program: string, { cluster }: Target): Promise<number> {
  const output = await runHelm({ program, kubeconfig: '{}', signal: cluster.closed, args: () => ['version', '--short'] });
  const major = Number(/^v?(\d+)\./.exec(output.trim())?.[1]);
  if (major >= 3) return major;
  throw new BoxcutterError('helm-failed', 'server', `${program} does not say that it is helm 3 or newer: ${output.trim().slice(0, 100)}`);
}
