/** The local control plane. */
import { subcommand, type CommandGroup } from '../command';
import { downWords } from './down';
import { kubeconfigWords } from './kubeconfig';
import { statusWords } from './status';
import { upWords } from './up';

export const clusterCommands: CommandGroup = {
  name: 'cluster',
  describe: 'Run a real Kubernetes control plane on this machine, to try things and to test',
  subcommands: [
    subcommand(upWords, async () => (await import('../../actions/cluster/up.js')).clusterUp),
    subcommand(downWords, async () => (await import('../../actions/cluster/down.js')).clusterDown),
    subcommand(statusWords, async () => (await import('../../actions/cluster/status.js')).clusterStatus),
    subcommand(kubeconfigWords, async () => (await import('../../actions/cluster/kubeconfig.js')).clusterKubeconfig),
  ],
  examples: [
    ['$0 cluster up', 'Ready in seconds once its programs are downloaded or built'],
    ['$0 cluster status', 'Address of the API server and path of the kubeconfig; with -o json also the audit log'],
  ],
};
