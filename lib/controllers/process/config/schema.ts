/** The JSON Schema of the configuration file. Every key is optional; what is missing is as in `DEFAULT_CONFIG`. */
import { FEATURE_GATES } from './feature-gates';
import { LOG_LEVELS, OPTIONAL } from './config';

const text = (description: string, more: object = {}): object => ({ type: 'string', description, minLength: 1, ...more });
const whole = (description: string, minimum: number, maximum: number): object => ({ type: 'integer', description, minimum, maximum });
const flag = (description: string): object => ({ type: 'boolean', description });
const part = (description: string, properties: Readonly<Record<string, object>>, required: readonly string[] = []): object => ({
  type: 'object', description, additionalProperties: false, properties, required,
});

export const CONFIG_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  ...part('How `boxcutter controller` runs.', {
    namespace: text('Namespace of the controller: where its leases and content Secrets are.', { maxLength: 63 }),
    watchSelector: {
      type: 'string', description: 'Label selector: only objects of our kinds with these labels are looked at. Empty: all.',
    },
    leaderElection: part('Which of several replicas reconciles.', {
      enabled: flag('Without it every replica reconciles: only where there is one.'),
      leaseName: text('Name of the Lease; that of a shard has the digest of its selector behind it.', { maxLength: 200 }),
      leaseSeconds: whole('A leader that was not heard from for so long is replaced.', 2, 3600),
      renewDeadlineSeconds: whole('A leader that could not renew its lease for so long stops to write.', 1, 3600),
      retrySeconds: whole('How often it renews.', 1, 3600),
    }),
    metrics: part('Where `/metrics` is.', {
      address: text('HOST:PORT; :PORT for every network of the machine.'),
      tls: part('Files of a certificate and its key (PEM), read again when they change.', {
        cert: text('Path of the certificate, with those of its issuers.'),
        key: text('Path of its key.'),
      }, ['cert', 'key']),
      authorize: flag('Ask the API server who calls, and whether they may.'),
    }),
    catalogs: part('Where catalogs are served and kept.', {
      address: text('HOST:PORT; :PORT for every network of the machine.'),
      tls: part('Files of a certificate and its key (PEM), read again when they change.', {
        cert: text('Path of the certificate, with those of its issuers.'),
        key: text('Path of its key.'),
      }, ['cert', 'key']),
      url: text('Under which address clients reach it; without it, that of this process.', { maxLength: 400, pattern: '^https?://' }),
      directory: text('Folder for their content; without it, the cache of this user.'),
    }),
    target: part('Where the objects of revisions are; without it, in the cluster of the revisions.', {
      secret: part('Holds a kubeconfig of another cluster.', {
        name: text('Name of the Secret.', { maxLength: 253 }),
        namespace: text('Its namespace; without it, that of the controller.', { maxLength: 63 }),
        key: text('The key that holds the kubeconfig; without it, kubeconfig.', { maxLength: 253 }),
      }, ['name']),
    }),
    health: part('Where `/healthz` and `/readyz` are.', { address: text('HOST:PORT; :PORT for every network of the machine.') }),
    upgradeApproval: {
      description: 'Whether upgrades of extensions that say nothing about it wait for approval: a mode, or a rule as an extension has it.',
      anyOf: [{ enum: ['Manual', 'Automatic'] }, part('A rule.', {
        mode: { enum: ['Manual', 'Automatic'], description: 'Who decides.' },
        within: { enum: ['Patch', 'Minor'], description: 'Automatic: greater changes wait for a person.' },
        soakMinutes: whole('Automatic: so long after it was found.', 0, 525_600),
        windows: {
          type: 'array', description: 'Automatic: only while one of these is open.', minItems: 1, maxItems: 20,
          items: part('A maintenance window.', {
            schedule: text('Cron expression of five fields.', { maxLength: 256 }),
            durationMinutes: whole('How long it stays open.', 1, 44_640),
            timeZone: text('IANA name; without it UTC.', { maxLength: 64 }),
          }, ['schedule', 'durationMinutes']),
        },
      }, ['mode'])],
    },
    concurrency: whole('How many objects of a kind are worked on at once.', 1, 1000),
    shutdownSeconds: whole('How long what is under way may take at the end.', 1, 3600),
    helm: part('What installs and upgrades while the feature gate BoxcutterRuntime is off.', {
      program: text('Name or path of the helm program; without it, extensions wait.'),
    }),
    log: part('What is logged.', { level: { enum: LOG_LEVELS, description: 'The least important lines that are written.' } }),
    enable: {
      type: 'array', items: { enum: OPTIONAL }, description: 'Systems that are off by default: cluster-api, provisioners.',
    },
    clusterApi: part('How Cluster API is installed, where it is enabled.', {
      namespace: text('Where the ConfigMaps of its revisions are, and the one with the images of the release.', { maxLength: 63 }),
      transportNamespace: text('Where transport ConfigMaps are.', { maxLength: 63 }),
      imagesConfigMap: text('Name of the ConfigMap with the images of the release.', { maxLength: 253 }),
      release: text('Version of the release; without it, RELEASE_VERSION of the environment.', { maxLength: 255 }),
      platform: text('Type of the platform, AWS; without it, that of Infrastructure cluster.', { maxLength: 63 }),
      substitutions: {
        type: 'object', additionalProperties: { type: 'string', maxLength: 4096 }, maxProperties: 32,
        description: 'Values of variables in manifests, by name.',
      },
      webhook: part('Where objects of required definitions are checked; without it, they are not.', {
        address: text('HOST:PORT; :PORT for every network of the machine.'),
        service: text('Service in the namespace of the controllers, port 443, through which the API server comes.', { maxLength: 63 }),
        url: text('Under which address it comes, if not through a Service; without it, that of this process.', {
          maxLength: 400, pattern: '^https://',
        }),
      }, ['address']),
    }),
    provisioners: part('Where what Bundles are unpacked to is served and kept, where they are enabled.', {
      address: text('HOST:PORT; :PORT for every network of the machine. Without it, it is not served.'),
      tls: part('Files of a certificate and its key (PEM), read again when they change.', {
        cert: text('Path of the certificate, with those of its issuers.'),
        key: text('Path of its key.'),
      }, ['cert', 'key']),
      url: text('Under which address clients reach it; without it, that of this process.', { maxLength: 400, pattern: '^https?://' }),
      directory: text('Folder for it; without it, the cache of this user.'),
      sourceDirectories: {
        type: 'array', items: text('A folder.', { pattern: '^/.' }), maxItems: 16,
        description: 'Folders of this machine whose folders Bundles may name as their source, for tests; without it, none.',
      },
    }),
    featureGates: part('What is switched on or off by name.', Object.fromEntries(
      Object.entries(FEATURE_GATES).map(([name, { describe }]) => [name, flag(describe)]),
    )),
  }),
} as const;
