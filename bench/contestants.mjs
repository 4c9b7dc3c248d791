/**
 * The tools that are compared, each by the commands a user would give it. A step is a list of commands that run one after
 * the other; every step waits until what it did is complete.
 */
import { join } from 'node:path';
import { deployments, crds, namespace } from './workload.mjs';

/** What the workload's own namespace cannot hold, because it is created and deleted with the workload. */
const stateNamespace = 'default';

export const steps = ['install', 'unchanged', 'upgrade', 'teardown'];

/**
 * @param peers paths and versions of the built programs
 * @param boxcutter path of our command
 * @param folder where the workload was written
 * @returns `{ id, name, version, userAgent, steps: { install: string[][], … } }` each
 */
export function contestants({ peers, boxcutter, version, folder }) {
  const plain = (number) => join(folder, `plain-${number}`);
  const chart = (number) => join(folder, `chart-${number}`);
  return [
    ours('boxcutter', '', []),
    ours('boxcutter-without-preflight', ', no preflight', ['--preflight', 'never']),
    {
      id: 'helm',
      name: `Helm ${peers.helm.version}`,
      version: peers.helm.version,
      userAgent: 'Helm/',
      steps: {
        install: [[peers.helm.path, 'install', 'bench', chart(1), '--namespace', stateNamespace, '--wait', '--timeout', '2m']],
        unchanged: [[peers.helm.path, 'upgrade', 'bench', chart(1), '--namespace', stateNamespace, '--wait', '--timeout', '2m']],
        upgrade: [[peers.helm.path, 'upgrade', 'bench', chart(2), '--namespace', stateNamespace, '--wait', '--timeout', '2m']],
        teardown: [[peers.helm.path, 'uninstall', 'bench', '--namespace', stateNamespace, '--wait', '--timeout', '2m']],
      },
    },
    {
      id: 'flux',
      name: `Flux ssa ${peers['flux-ssa'].version}`,
      version: peers['flux-ssa'].version,
      userAgent: 'flux-ssa',
      steps: {
        install: [[peers['flux-ssa'].path, 'apply', join(plain(1), 'objects.yaml')]],
        unchanged: [[peers['flux-ssa'].path, 'apply', join(plain(1), 'objects.yaml')]],
        upgrade: [[peers['flux-ssa'].path, 'apply', join(plain(2), 'objects.yaml')]],
        teardown: [[peers['flux-ssa'].path, 'delete', join(plain(2), 'objects.yaml')]],
      },
    },
    {
      id: 'kubectl',
      name: `kubectl ${peers.kubectl.version}`,
      version: peers.kubectl.version,
      userAgent: 'kubectl',
      steps: {
        install: applyAndWait(peers.kubectl.path, plain(1)),
        unchanged: applyAndWait(peers.kubectl.path, plain(1)),
        upgrade: applyAndWait(peers.kubectl.path, plain(2)),
        teardown: [[peers.kubectl.path, 'delete', '-f', plain(2), '--wait=true', '--timeout=2m']],
      },
    },
  ];

  function ours(id, qualifier, options) {
    const apply = (number) => [[
      process.execPath,
      boxcutter,
      'apply',
      plain(number),
      '--name',
      'bench',
      '--namespace',
      namespace,
      '--state-namespace',
      stateNamespace,
      ...options,
    ]];
    return {
      id,
      name: `boxcutter ${version}${qualifier}`,
      version,
      userAgent: 'boxcutter/',
      steps: {
        install: apply(1),
        unchanged: apply(1),
        upgrade: apply(2),
        teardown: [[process.execPath, boxcutter, 'delete', 'bench', '--state-namespace', stateNamespace]],
      },
    };
  }
}

/** kubectl applies and waits in two commands; `rollout status` alone knows whether the newest version is out. */
function applyAndWait(kubectl, folder) {
  return [
    [kubectl, 'apply', '--server-side', '-f', folder],
    [kubectl, 'wait', '--for=condition=Established', '--timeout=2m', ...crds.map((name) => `crd/${name}`)],
    [kubectl, 'rollout', 'status', '--namespace', namespace, '--timeout=2m', ...deployments.map((name) => `deployment/${name}`)],
  ];
}
