/** The configuration of a controller process: what its file says, over what is so by default, and what flags say over both. */
import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '../../../api';
import { configParts, type ConfigIssues, validateConfig } from '../../../config';
import { defined } from '../../../defined';
import { docPage } from '../../../doc-page';
import { BoxcutterError, messageOf } from '../../../errors';
import type { Issue } from '../../../issue';
import { parseDocuments, yamlWording } from '../../../yaml';
import { findingsOf } from '../../../in-words';
import { parseAddress } from './address';
import type { SecretKeyRef } from '../target/kubeconfig-secret';
import { DEFAULT_CONFIG, type ControllerConfig, type WebhookConfig } from './config';
import { requireGate } from './feature-gates';
import { CONFIG_SCHEMA } from './schema';

type Part = 'health' | 'metrics' | 'catalogs' | 'leaderElection' | 'target' | 'clusterApi' | 'provisioners';

/** As it stands in the file: addresses as text, everything optional. */
export type ConfigFile = Partial<Omit<ControllerConfig, Part>> & {
  readonly provisioners?: Omit<ControllerConfig['provisioners'], 'address'> & { readonly address?: string };
  readonly clusterApi?: Partial<Omit<ControllerConfig['clusterApi'], 'webhook'>> & {
    readonly webhook?: Omit<WebhookConfig, 'address'> & { readonly address: string };
  };
  readonly leaderElection?: Partial<ControllerConfig['leaderElection']>;
  readonly target?: { readonly secret?: Partial<SecretKeyRef> & Pick<SecretKeyRef, 'name'> };
  readonly health?: { readonly address?: string };
  readonly metrics?: Partial<Omit<ControllerConfig['metrics'], 'address'>> & { readonly address?: string };
  readonly catalogs?: Partial<Omit<ControllerConfig['catalogs'], 'address'>> & { readonly address?: string };
};

/**
 * @param path of the file; undefined: there is none
 * @param flags what was said on the command line, in the form of the file
 * @throws BoxcutterError `controller-config` with everything that is wrong; `address-invalid`, `feature-gate-unknown`
 */
export function readConfig(path: string | undefined, flags: ConfigFile = {}): ControllerConfig {
  const file = path === undefined ? {} : readFile(path);
  const config = assemble(merged(file as JsonObject, flags as JsonObject) as ConfigFile);
  requireConsistent(config);
  return config;
}

function readFile(path: string): ConfigFile {
  const value = documentOf(path);
  // Before the schema speaks of it: its message for a gate is of one who knows what gates are.
  if (isJsonObject(value['featureGates'])) Object.keys(value['featureGates']).forEach(requireGate);
  const { issues } = validateConfig(CONFIG_SCHEMA, value, { bundle: path, fillDefaults: false });
  const [wrong] = issues.filter(({ severity }) => severity === 'error');
  if (wrong === undefined) return value as ConfigFile;
  const parts = configParts((wrong.data as ConfigIssues['invalid-config']).problems, () => undefined);
  throw invalid(path, parts.map(({ message }) => message));
}

function documentOf(path: string): JsonObject {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new BoxcutterError('controller-config', 'input', `The configuration file ${path} cannot be read: ${messageOf(error)}.`, {
      hint: 'Check the path given with --config.', cause: error,
    });
  }
  const { documents, issues } = parseDocuments(text, path);
  const errors: readonly Issue[] = issues.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw invalid(path, findingsOf(errors, yamlWording).map(({ message }) => message));
  const values = documents.map(({ value }) => value).filter((value) => value !== null && value !== undefined);
  if (values.length === 0) return {};
  if (values.length > 1 || !isJsonObject(values[0])) throw invalid(path, ['it is not one YAML mapping']);
  return values[0];
}

function invalid(path: string, problems: readonly string[]): BoxcutterError {
  return new BoxcutterError('controller-config', 'input', `The configuration file ${path} is invalid: ${problems.join('; ')}.`, {
    hint: `Every key of the file: ${docPage('controllers.md')}`, details: { path, problems },
  });
}

/** What is further right counts; parts are merged, everything else is replaced. */
function merged(left: JsonObject, right: JsonObject): JsonObject {
  const result: Record<string, JsonObject[string]> = { ...left };
  for (const [name, value] of Object.entries(right)) {
    if (value === undefined) continue;
    const before = result[name];
    result[name] = isJsonObject(before) && isJsonObject(value) ? merged(before, value) : value;
  }
  return result;
}

function assemble(
  { health, metrics, catalogs, target, leaderElection, helm, log, clusterApi, provisioners, featureGates, ...plain }: ConfigFile,
): ControllerConfig {
  const base = DEFAULT_CONFIG;
  const { namespace = base.namespace } = plain;
  const address = (text: string | undefined, what: string, otherwise: ControllerConfig['health']): ControllerConfig['health'] =>
    (text === undefined ? otherwise : parseAddress(text, what));
  return {
    ...base,
    ...defined({ ...plain }),
    leaderElection: { ...base.leaderElection, ...defined({ ...leaderElection }) },
    metrics: {
      address: address(metrics?.address, 'The address of the metrics', base.metrics.address),
      authorize: metrics?.authorize ?? base.metrics.authorize,
      ...defined({ tls: metrics?.tls }),
    },
    catalogs: {
      address: address(catalogs?.address, 'The address of the catalogs', base.catalogs.address),
      ...defined({ tls: catalogs?.tls, url: catalogs?.url, directory: catalogs?.directory }),
    },
    provisioners: {
      ...defined({
        tls: provisioners?.tls, url: provisioners?.url, directory: provisioners?.directory,
        sourceDirectories: provisioners?.sourceDirectories,
      }),
      ...(provisioners?.address === undefined ? {} : { address: parseAddress(provisioners.address, 'The address of the bundles') }),
    },
    target: target?.secret === undefined ? {} : { secret: { namespace, key: 'kubeconfig', ...target.secret } },
    health: address(health?.address, 'The address of the health checks', base.health),
    helm: defined({ program: helm?.program }),
    log: { ...base.log, ...defined({ ...log }) },
    clusterApi: {
      ...base.clusterApi, ...defined({ release: process.env['RELEASE_VERSION'] }),
      ...defined({ ...clusterApi, webhook: webhookOf(clusterApi?.webhook) }),
    },
    featureGates: { ...base.featureGates, ...defined({ ...featureGates }) },
  } as ControllerConfig;
}

function webhookOf(given: NonNullable<ConfigFile['clusterApi']>['webhook']): WebhookConfig | undefined {
  if (given === undefined) return undefined;
  const { address, ...rest } = given;
  return { ...rest, address: parseAddress(address, 'The address of the webhook') };
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

function requireConsistent({ leaderElection, metrics, enable, clusterApi, provisioners }: ControllerConfig): void {
  if (provisioners.address !== undefined && provisioners.tls === undefined && !LOOPBACK.includes(provisioners.address.host)) {
    throw inconsistent(
      'Bundles are to be served to callers with a token, but their tokens would travel unencrypted.',
      'Give a certificate and its key (provisioners.tls), or listen on 127.0.0.1.',
    );
  }
  if (enable.includes('cluster-api') && clusterApi.release === '') {
    throw inconsistent(
      'Cluster API is enabled, and it is not known which release it belongs to.',
      'Set clusterApi.release, or RELEASE_VERSION in the environment.',
    );
  }
  const { enabled, leaseSeconds, renewDeadlineSeconds, retrySeconds } = leaderElection;
  if (enabled && !(retrySeconds < renewDeadlineSeconds && renewDeadlineSeconds < leaseSeconds)) {
    const given = `${retrySeconds}, ${renewDeadlineSeconds} and ${leaseSeconds}`;
    throw inconsistent(
      `retrySeconds, renewDeadlineSeconds and leaseSeconds are ${given}, which is not ascending.`,
      'A leader renews several times within its deadline, and stops before another one takes the lease: for example 2, 10 and 15.',
    );
  }
  if (metrics.authorize && metrics.tls === undefined && !LOOPBACK.includes(metrics.address.host)) {
    throw inconsistent(
      'Callers of the metrics are to be authorized, but their tokens would travel unencrypted.',
      'Give a certificate and its key (metrics.tls), or listen on 127.0.0.1.',
    );
  }
}

function inconsistent(message: string, hint: string): BoxcutterError {
  return new BoxcutterError('controller-config', 'input', message, { hint });
}
