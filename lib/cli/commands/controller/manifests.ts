import { words, type ArgumentsOf } from '../command';
import { manifestOutput } from '../options';

export const controllerManifestsWords = words({
  name: 'manifests',
  describe: 'Print what installs the controllers: CRDs, rights, Deployment, policies',
  options: {
    'image': {
      type: 'string', demandOption: true, describe: 'Image of the command; boxcutter controller dockerfile prints how to build it',
    },
    'namespace': { type: 'string', alias: 'n', default: 'olmv1-system', describe: 'Namespace of the controllers' },
    'replicas': { type: 'number', default: 2, describe: 'Number of replicas: one leads, the others stand by' },
    'watch-selector': { type: 'string', describe: 'Look only at objects of our kinds with these labels, like shard=a' },
    'target-secret': { type: 'string', describe: 'Secret with the kubeconfig of another cluster, where objects go (key kubeconfig)' },
    'enable': { type: 'string', array: true, nargs: 1, describe: 'Systems that are off by default: cluster-api, provisioners' },
    'bundles-certificate': {
      type: 'string',
      describe: 'With --enable provisioners: Secret with tls.crt and tls.key, to serve what Bundles are unpacked to',
    },
    'release': { type: 'string', describe: 'With --enable cluster-api: version of the release that is installed' },
    'feature-gates': { type: 'string', describe: 'Features to switch on or off: BoxcutterRuntime=false' },
    'helm': {
      type: 'string', describe: 'Path of the helm program that installs while BoxcutterRuntime is off: in the image, or in --helm-image',
    },
    'helm-image': { type: 'string', describe: 'Image that the helm program is copied from, like alpine/helm:4' },
    'log-level': {
      type: 'string', choices: ['debug', 'info', 'warn', 'error'], default: 'info',
      describe: 'Write log lines of this level and above',
    },
    'cluster-admin': {
      type: 'boolean', default: true,
      describe: 'Let the controllers install anything; --no-cluster-admin: only with service accounts of extensions, or aggregated roles',
    },
    'metrics-certificate': {
      type: 'string', describe: 'Secret with tls.crt and tls.key: serve metrics with TLS, to callers with the permission',
    },
    'monitoring': { type: 'boolean', default: false, describe: 'Also PrometheusRule, ServiceMonitor and the dashboard for Grafana' },
    'runbook-url': { type: 'string', describe: 'Address of the folder with the runbooks, for the alerts' },
    ...manifestOutput,
  },
  examples: [
    [
      '$0 controller manifests --image example.com/boxcutter:1.0.0 | $0 apply - --name controller --state-namespace default',
      'Install them',
    ],
    ['$0 controller manifests --image example.com/boxcutter:1.0.0 --monitoring', 'With alerts and dashboard'],
  ],
});

export type ControllerManifestsArgs = ArgumentsOf<typeof controllerManifestsWords>;
