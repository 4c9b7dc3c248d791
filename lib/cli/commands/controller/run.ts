import { connection } from '../options';
import { words, type ArgumentsOf } from '../command';

export const controllerRunWords = words({
  name: 'run',
  describe: 'Run the controllers until Ctrl-C or SIGTERM',
  options: {
    'config': { type: 'string', describe: 'Configuration file (YAML); options of the command override it' },
    'namespace': { type: 'string', alias: 'n', describe: 'Namespace of the controller: where its leases and content Secrets are' },
    'target-secret': {
      type: 'string', describe: 'Secret with the kubeconfig of another cluster, where objects go: NAME, or NAMESPACE/NAME',
    },
    'watch-selector': { type: 'string', describe: 'Look only at objects of our kinds with these labels, like shard=a' },
    'enable': { type: 'string', array: true, nargs: 1, describe: 'Systems that are off by default: cluster-api, provisioners' },
    'feature-gates': { type: 'string', describe: 'Features to switch on or off: BoxcutterRuntime=false' },
    'helm': { type: 'string', describe: 'The helm program that installs while BoxcutterRuntime is off' },
    'leader-election': {
      type: 'boolean',
      describe: 'Let one of several replicas lead (the default); --no-leader-election is for a single replica',
    },
    'concurrency': { type: 'number', describe: 'Objects of a kind to work on at the same time' },
    'shutdown-timeout': { type: 'string', describe: 'Time that running work has to finish at the end, like 25s' },
    'log-level': { type: 'string', choices: ['debug', 'info', 'warn', 'error'], describe: 'Write log lines of this level and above' },
    'health-address': { type: 'string', describe: 'HOST:PORT for /healthz and /readyz; :PORT for every network', group: 'Serving:' },
    'catalogs-address': { type: 'string', describe: 'HOST:PORT where catalogs are served; :PORT for every network', group: 'Serving:' },
    'catalogs-url': { type: 'string', describe: 'Address at which clients reach the catalogs', group: 'Serving:' },
    'catalogs-directory': { type: 'string', describe: 'Folder for the content of catalogs', group: 'Serving:' },
    'metrics-address': { type: 'string', describe: 'HOST:PORT for /metrics; :PORT for every network', group: 'Serving:' },
    'metrics-tls-cert': { type: 'string', describe: 'Certificate for /metrics, with those of its issuers (PEM)', group: 'Serving:' },
    'metrics-tls-key': { type: 'string', describe: 'Its key (PEM)', group: 'Serving:' },
    'metrics-authorize': {
      type: 'boolean', describe: 'Ask the API server who calls /metrics, and whether that is allowed', group: 'Serving:',
    },
    ...connection,
  },
  examples: [
    ['$0 controller run', 'With the kubeconfig here, to try'],
    ['$0 controller run --config controller.yaml --watch-selector shard=a', 'One shard of several'],
  ],
});

export type ControllerRunArgs = ArgumentsOf<typeof controllerRunWords>;
