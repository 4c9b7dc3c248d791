/** The tools by the commands that a user would give them. Every step waits until what it did is complete. */
import { join } from 'node:path';
import { namespace } from './workload.mjs';

export const steps = ['install', 'unchanged', 'plan', 'status', 'upgrade', 'delete'];

/** `{ id, name, userAgent, steps: { install: string[][], … } }` each; a tool has not every step. */
export function growthContestants({ peers, boxcutter, version, folder }) {
  const plain = (number) => join(folder, `plain-${number}`);
  const us = (...words) => [[process.execPath, boxcutter, ...words, '--state-namespace', 'default']];
  const apply = (number) => us('apply', plain(number), '--name', 'growth', '--timeout', '30m');
  const helm = (...words) => [[peers.helm.path, ...words, '--namespace', 'default', '--wait', '--timeout', '30m']];
  const kubectl = (number) => [[peers.kubectl.path, 'apply', '--server-side', '-f', plain(number)]];
  return [
    {
      id: 'boxcutter',
      name: `boxcutter ${version}`,
      userAgent: 'boxcutter/',
      steps: {
        install: apply(1),
        unchanged: apply(1),
        plan: us('plan', plain(1), '--name', 'growth'),
        status: us('status', 'growth'),
        upgrade: apply(2),
        delete: us('delete', 'growth', '--timeout', '30m'),
      },
    },
    {
      id: 'helm',
      name: `Helm ${peers.helm.version}`,
      userAgent: 'Helm/',
      steps: {
        install: helm('install', 'growth', join(folder, 'chart-1')),
        unchanged: helm('upgrade', 'growth', join(folder, 'chart-1')),
        upgrade: helm('upgrade', 'growth', join(folder, 'chart-2')),
        delete: helm('uninstall', 'growth'),
      },
    },
    {
      id: 'kubectl',
      name: `kubectl ${peers.kubectl.version}`,
      userAgent: 'kubectl',
      steps: {
        install: kubectl(1),
        unchanged: kubectl(1),
        upgrade: kubectl(2),
        // By kind and label as a user would: with the file it asks and waits for each name by itself.
        delete: [[peers.kubectl.path, 'delete', 'configmaps', '-n', namespace, '-l', 'app.kubernetes.io/part-of=growth', '--wait=true']],
      },
    },
  ];
}
