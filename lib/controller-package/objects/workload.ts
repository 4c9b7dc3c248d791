/** The replicas of the controllers, and what belongs to them. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../api';
import { stringifyYaml } from '../../yaml';
import {
  BUNDLES, BUNDLES_PORT, CATALOGS, CATALOGS_PORT, HEALTH_PORT, LABELS, METRICS_PORT, NAME, SELECTOR, WEBHOOK, WEBHOOK_PORT,
} from '../names';
import type { Settings } from '../settings';

/** Longer than `shutdownSeconds` of the configuration. */
const GRACE_SECONDS = 30;
const FOLDER = '/etc/boxcutter';
const TLS_FOLDER = '/etc/boxcutter-tls';
const BUNDLES_TLS_FOLDER = '/etc/boxcutter-bundles-tls';
/** Home of the process: catalogs, compiled code. All else is read-only. */
const HOME = '/home/boxcutter';

/** Where the helm program of an image of its own is put. */
const HELM_FOLDER = '/opt/helm';
const HELM_IN_IMAGE = '/usr/bin/helm';

export function workload(settings: Settings): readonly JsonObject[] {
  const { namespace } = settings;
  const text = configurationFile(settings);
  return [
    {
      apiVersion: 'v1', kind: 'Namespace',
      metadata: {
        name: namespace,
        labels: { ...LABELS, 'pod-security.kubernetes.io/enforce': 'restricted', 'pod-security.kubernetes.io/enforce-version': 'latest' },
      },
    },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: NAME, namespace, labels: LABELS }, data: { 'controller.yaml': text } },
    deployment(settings, createHash('sha256').update(text).digest('hex').slice(0, 16)),
    {
      apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: NAME, namespace, labels: LABELS },
      spec: { maxUnavailable: 1, selector: { matchLabels: SELECTOR } },
    },
    {
      apiVersion: 'v1', kind: 'Service', metadata: { name: `${NAME}-metrics`, namespace, labels: LABELS },
      spec: { selector: SELECTOR, ports: [{ name: 'metrics', port: METRICS_PORT, targetPort: 'metrics', protocol: 'TCP' }] },
    },
    {
      apiVersion: 'v1', kind: 'Service', metadata: { name: CATALOGS, namespace, labels: { 'app.kubernetes.io/part-of': 'boxcutter' } },
      spec: { selector: SELECTOR, ports: [{ name: 'catalogs', port: 80, targetPort: 'catalogs', protocol: 'TCP' }] },
    },
  ];
}

/** The file that the process reads ({@link CONFIG_SCHEMA}). */
function configurationFile({ namespace, config }: Settings): string {
  const { watchSelector, targetSecret, logLevel, featureGates, metricsCertificate, enable, release } = config;
  const helm = helmProgram(config);
  const serving = { cert: `${BUNDLES_TLS_FOLDER}/tls.crt`, key: `${BUNDLES_TLS_FOLDER}/tls.key` };
  const bundles = servesBundles(config) ? { address: `:${BUNDLES_PORT}`, url: `https://${BUNDLES}.${namespace}.svc`, tls: serving } : {};
  const tls = { cert: `${TLS_FOLDER}/tls.crt`, key: `${TLS_FOLDER}/tls.key` };
  return stringifyYaml({
    namespace, watchSelector, featureGates,
    ...(enable.length === 0 ? {} : { enable }),
    ...(enable.includes('provisioners') ? { provisioners: { directory: `${HOME}/bundles`, ...bundles } } : {}),
    ...(enable.includes('cluster-api') || release !== '' ? {
      clusterApi: { ...(release === '' ? {} : { release }), webhook: { address: `:${WEBHOOK_PORT}`, service: WEBHOOK } },
    } : {}),
    ...(helm === '' ? {} : { helm: { program: helm } }),
    ...(targetSecret === '' ? {} : { target: { secret: { name: targetSecret } } }),
    log: { level: logLevel },
    health: { address: `:${HEALTH_PORT}` },
    catalogs: { address: `:${CATALOGS_PORT}`, url: `http://${CATALOGS}.${namespace}.svc`, directory: `${HOME}/catalogs` },
    metrics: { address: `:${METRICS_PORT}`, ...(metricsCertificate === '' ? {} : { tls, authorize: true }) },
  });
}

function servesBundles({ enable, bundlesCertificate }: Settings['config']): boolean {
  return enable.includes('provisioners') && bundlesCertificate !== '';
}

/**
 * MiB for the process itself, a helm for each place, as many gits as run at a time (lib/git/limits.ts), and for a layer of a provider's
 * image, of 256 MiB at most, with what is unpacked of it.
 */
function memoryOf(config: Settings['config']): string {
  const { enable } = config;
  const parts = [
    512, helmProgram(config) === '' ? 0 : 512, enable.includes('provisioners') ? 1024 : 0, enable.includes('cluster-api') ? 512 : 0,
  ];
  return `${parts.reduce((sum, part) => sum + part)}Mi`;
}

/** What all containers of the restricted profile have. */
const CONFINED = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };

/** Where the helm program is for the controllers; empty: there is none, or one of the PATH. */
function helmProgram({ helm, helmImage }: Settings['config']): string {
  return helmImage === '' ? helm : `${HELM_FOLDER}/helm`;
}

/** Copies the helm program of another image to where the controllers run it. */
function helmCopy({ helm, helmImage }: Settings['config']): readonly JsonObject[] {
  if (helmImage === '') return [];
  return [{
    name: 'helm', image: helmImage, command: ['cp', helm === '' ? HELM_IN_IMAGE : helm, `${HELM_FOLDER}/helm`],
    resources: { requests: { cpu: '10m', memory: '16Mi' }, limits: { memory: '64Mi' } },
    securityContext: CONFINED,
    volumeMounts: [{ name: 'helm', mountPath: HELM_FOLDER }],
  }];
}

function deployment({ namespace, config }: Settings, digest: string): JsonObject {
  const { image, replicas, metricsCertificate, bundlesCertificate } = config;
  const hasBundles = servesBundles(config);
  const copies = helmCopy(config);
  const program = helmProgram(config);
  const hasTls = metricsCertificate !== '';
  const probe = (path: string, periodSeconds: number): JsonObject => ({ httpGet: { path, port: 'health' }, periodSeconds });
  return {
    apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: NAME, namespace, labels: LABELS },
    spec: {
      replicas,
      selector: { matchLabels: SELECTOR },
      template: {
        // Another configuration is another template, so that the replicas begin anew with it.
        metadata: { labels: LABELS, annotations: { 'olm.operatorframework.io/configuration': digest } },
        spec: {
          serviceAccountName: NAME,
          automountServiceAccountToken: true,
          terminationGracePeriodSeconds: GRACE_SECONDS,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
          affinity: {
            podAntiAffinity: {
              preferredDuringSchedulingIgnoredDuringExecution: [{
                weight: 100, podAffinityTerm: { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: SELECTOR } },
              }],
            },
          },
          ...(copies.length === 0 ? {} : { initContainers: copies }),
          containers: [{
            name: 'controller',
            image,
            args: ['controller', '--config', `${FOLDER}/controller.yaml`],
            // What renders charts is the program that installs.
            env: [{ name: 'HOME', value: HOME }, ...(program === '' ? [] : [{ name: 'HELM', value: program }])],
            ports: [
              { name: 'health', containerPort: HEALTH_PORT, protocol: 'TCP' },
              { name: 'metrics', containerPort: METRICS_PORT, protocol: 'TCP' },
              { name: 'catalogs', containerPort: CATALOGS_PORT, protocol: 'TCP' },
              ...(hasBundles ? [{ name: 'bundles', containerPort: BUNDLES_PORT, protocol: 'TCP' }] : []),
            ],
            livenessProbe: probe('/healthz', 20),
            readinessProbe: probe('/readyz', 10),
            resources: { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: memoryOf(config) } },
            securityContext: CONFINED,
            volumeMounts: [
              { name: 'configuration', mountPath: FOLDER, readOnly: true },
              { name: 'home', mountPath: HOME },
              { name: 'tmp', mountPath: '/tmp' },
              ...(copies.length === 0 ? [] : [{ name: 'helm', mountPath: HELM_FOLDER, readOnly: true }]),
              ...(hasTls ? [{ name: 'tls', mountPath: TLS_FOLDER, readOnly: true }] : []),
              ...(hasBundles ? [{ name: 'bundles-tls', mountPath: BUNDLES_TLS_FOLDER, readOnly: true }] : []),
            ],
          }],
          volumes: [
            { name: 'configuration', configMap: { name: NAME } },
            // Far above what is kept; whatever goes wrong, the disk of the node is not filled.
            { name: 'home', emptyDir: { sizeLimit: '16Gi' } },
            { name: 'tmp', emptyDir: { sizeLimit: '4Gi' } },
            ...(copies.length === 0 ? [] : [{ name: 'helm', emptyDir: {} }]),
            ...(hasTls ? [{ name: 'tls', secret: { secretName: metricsCertificate } }] : []),
            ...(hasBundles ? [{ name: 'bundles-tls', secret: { secretName: bundlesCertificate } }] : []),
          ],
        },
      },
    },
  };
}
