import type { Argv } from 'yargs';
import { output } from './options';

const name = { name: { type: 'string', default: 'default', describe: 'Name of the cluster; several run side by side' } } as const;

/** Exit code of the subcommand that ran: yargs hands no result of nested commands on. */
export function clusterCommands(yargs: Argv): Argv {
  return yargs
    .command('up', 'Start it, or say where it runs', (argv) =>
      argv.options({
        ...name,
        port: { type: 'number', describe: 'Port of the API server; otherwise a free one' },
        nodes: { type: 'number', default: 1, describe: 'Simulated nodes' },
        ...output,
      }), async (args) => { process.exitCode = await (await import('../actions/cluster.js')).clusterUp(args as never); })
    .command('down', 'Stop it and remove its data', (argv) => argv.options({ ...name, ...output }), async (args) => {
      process.exitCode = await (await import('../actions/cluster.js')).clusterDown(args as never);
    })
    .command('status', 'Show whether it runs, and where', (argv) =>
      argv.options({ ...name, all: { type: 'boolean', default: false, describe: 'All clusters of this machine' }, ...output }), async (args) => {
      process.exitCode = await (await import('../actions/cluster.js')).clusterStatus(args as never);
    })
    .command('kubeconfig', 'Print its kubeconfig', (argv) => argv.options({ ...name, ...output }), async (args) => {
      process.exitCode = await (await import('../actions/cluster.js')).clusterKubeconfig(args as never);
    })
    .demandCommand(1, 'Name what to do: up, down, status or kubeconfig.')
    .example('$0 cluster up', 'Ready in seconds once its programs are there')
    .example('$0 cluster status -o json', 'Where the API server and its audit log are');
}
