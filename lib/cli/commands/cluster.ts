/** The local control plane. */
import { group, type Command } from './command';
import { output } from './options';

const name = { name: { type: 'string', default: 'default', describe: 'Name of the cluster; several run side by side' } } as const;

const subcommands: readonly Command[] = [
  {
    command: 'up',
    describe: 'Start it, or say where it runs',
    builder: (yargs) =>
      yargs.options({
        ...name,
        port: { type: 'number', describe: 'Port of the API server; otherwise a free one' },
        nodes: { type: 'number', default: 1, describe: 'Simulated nodes' },
        ...output,
      }),
    run: async (args) => (await import('../actions/cluster.js')).clusterUp(args),
  },
  {
    command: 'down',
    describe: 'Stop it and remove its data',
    builder: (yargs) => yargs.options({ ...name, ...output }),
    run: async (args) => (await import('../actions/cluster.js')).clusterDown(args),
  },
  {
    command: 'status',
    describe: 'Show whether it runs, and where',
    builder: (yargs) => yargs.options({ ...name, all: { type: 'boolean', default: false, describe: 'All clusters of this machine' }, ...output }),
    run: async (args) => (await import('../actions/cluster.js')).clusterStatus(args),
  },
  {
    command: 'kubeconfig',
    describe: 'Print its kubeconfig',
    builder: (yargs) => yargs.options({ ...name, ...output }),
    run: async (args) => (await import('../actions/cluster.js')).clusterKubeconfig(args),
  },
];

export const clusterCommand = group('cluster', 'Run a real Kubernetes control plane on this machine, to try and to test', subcommands, [
  ['$0 cluster up', 'Ready in seconds once its programs are there'],
  ['$0 cluster status -o json', 'Where the API server and its audit log are'],
]);
