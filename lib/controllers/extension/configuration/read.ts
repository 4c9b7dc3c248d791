/** The configuration of an extension as it is now. */
import type { ClusterExtension, JsonObject } from '../../../api';
import { canonicalJson } from '../../../api/canonical-json';
import { defined } from '../../../defined';
import type { DigestKey } from './digest-key';
import { type ConfigRef, parseConfiguration } from './parse';
import type { ConfigSources } from './sources';

export interface Configuration {
  /** Absent: there is none. */
  readonly config?: JsonObject;
  /** What stands for the configuration in the digest of a request; absent: itself does. */
  readonly stand?: JsonObject;
  /** It comes from a Secret: no value of it may be shown. */
  readonly isConfidential: boolean;
  /** It passes unchecked where the bundle has no schema for it. */
  readonly acceptUnchecked: boolean;
}

export interface ConfigurationPlace {
  readonly sources: Pick<ConfigSources, 'use'>;
  readonly digestKey: Pick<DigestKey, 'digestOf'>;
}

/**
 * @returns `problem`: why there is none, without the prefix of the requirements
 * @throws BoxcutterError when the cluster cannot be asked
 */
export async function configurationOf(
  { metadata, spec: { namespace, config } }: ClusterExtension, { sources, digestKey }: ConfigurationPlace,
): Promise<Configuration | { readonly problem: string }> {
  const ref = refOf(config, namespace);
  const object = await sources.use(metadata.name ?? '', ref);
  const acceptUnchecked = config?.dangerouslyAcceptBundlesWithoutConfigSchema === true;
  if (ref === undefined) return { ...defined({ config: config?.inline }), isConfidential: false, acceptUnchecked };
  const { config: given, problem } = parseConfiguration(ref, object);
  if (problem !== undefined) return { problem };
  if (ref.kind === 'ConfigMap') return { config: given, isConfidential: false, acceptUnchecked };
  // Of this extension alone: that two extensions have the same password is no news for anybody either.
  const digest = await digestKey.digestOf(canonicalJson([metadata.uid ?? '', given]));
  return { config: given, stand: { confidential: digest }, isConfidential: true, acceptUnchecked };
}

function refOf(config: ClusterExtension['spec']['config'], namespace: string): ConfigRef | undefined {
  const kind = config?.configType;
  if (kind !== 'Secret' && kind !== 'ConfigMap') return undefined;
  const { name = '', key = 'config.yaml' } = (kind === 'Secret' ? config?.secret : config?.configMap) ?? {};
  return { kind, namespace, name, key };
}
