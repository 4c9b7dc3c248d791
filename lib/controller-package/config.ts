/** What may be configured about the controllers where they are installed. */
import { FEATURE_GATES } from '../controllers/process/config/feature-gates';

export const CONTROLLER_CONFIG_SCHEMA = {
  type: 'object',
  properties: {
    image: { type: 'string', minLength: 1, description: 'Image of the command; see `boxcutter controller dockerfile`.' },
    replicas: { type: 'integer', minimum: 1, maximum: 10, default: 2, description: 'One leads, the others take over.' },
    watchSelector: { type: 'string', default: '', description: 'Label selector of a shard; empty: all objects of our kinds.' },
    targetSecret: {
      type: 'string', default: '',
      description: 'Secret with the kubeconfig of another cluster, where objects go (key kubeconfig). Empty: they stay in this cluster.',
    },
    logLevel: { type: 'string', enum: ['debug', 'info', 'warn', 'error'], default: 'info' },
    enable: {
      type: 'array', items: { type: 'string', enum: ['cluster-api', 'provisioners'] }, default: [],
      description: 'Systems that are off by default: cluster-api, provisioners.',
    },
    bundlesCertificate: {
      type: 'string', default: '',
      description: 'With provisioners: Secret with tls.crt and tls.key, to serve what Bundles are unpacked to. Empty: it is not served.',
    },
    release: { type: 'string', default: '', description: 'With cluster-api: version of the release that is installed.' },
    featureGates: {
      type: 'object', additionalProperties: { type: 'boolean' }, default: {},
      description: `What is switched on or off by name: ${Object.keys(FEATURE_GATES).join(', ')}.`,
    },
    helm: {
      type: 'string', default: '',
      description: 'Path of the helm program, which installs while BoxcutterRuntime is off: in the image, or in helmImage. Empty: none, or '
        + 'with helmImage /usr/bin/helm.',
    },
    helmImage: {
      type: 'string', default: '',
      description: 'Image that the helm program is taken from, with a cp: an init container copies it. Empty: it is in the image.',
    },
    clusterAdmin: {
      type: 'boolean', default: true,
      description: 'Let the controllers install anything. Without it, extensions need service accounts or aggregated roles.',
    },
    metricsCertificate: {
      type: 'string', default: '',
      description: 'Secret with tls.crt and tls.key: metrics with TLS, for callers that the API server knows. Empty: plain HTTP.',
    },
    monitoring: { type: 'boolean', default: false, description: 'Also PrometheusRule, ServiceMonitor and the dashboard for Grafana.' },
    runbookUrl: { type: 'string', default: '', description: 'Address of the folder with the runbooks, for the annotation of alerts.' },
  },
  required: ['image'],
  additionalProperties: false,
} as const;
