/** The configuration schema that a registry+v1 bundle gets from its install modes and deployments. */
import { asObject, type JsonObject, type JsonValue } from '../../../api';
import { DNS_LABEL } from '../../../api/dns';
import type { RegistryBundle } from '../bundle';
import { deploymentConfigSchema } from './deployment-config-schema';
import { watchNamespaceRule, type WatchNamespaceRule } from './install-modes';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

/** Names of namespaces (RFC 1123 labels). */
const NAMESPACE = { minLength: 1, maxLength: 63, pattern: DNS_LABEL };

/** What this package itself makes of a configuration of registry+v1. */
export function generatedSchema(bundle: RegistryBundle): JsonObject {
  const { csv } = bundle;
  const rule = watchNamespaceRule(bundle) ?? 'not-configurable';
  const properties: Record<string, JsonValue> = {
    ...(rule === 'not-configurable' ? {} : { watchNamespace: watchNamespaceSchema(rule) }),
    ...(csv.deployments.length === 0 ? {} : { deploymentConfig: deploymentConfigSchema() }),
  };
  return {
    $schema: DRAFT_07,
    title: `Configuration of ${bundle.name}`,
    type: 'object',
    properties,
    ...(rule !== 'not-configurable' && rule.required ? { required: ['watchNamespace'] } : {}),
    additionalProperties: false,
  };
}

/**
 * The formats compare with the install namespace, which a schema does not know, and ask for the name of a namespace themselves; so there is
 * one message for one mistake.
 */
function watchNamespaceSchema({ required, where }: Exclude<WatchNamespaceRule, 'not-configurable'>): JsonObject {
  const type = required ? 'string' : ['string', 'null'];
  const otherwise = required ? '' : ' Without it the operator watches all namespaces.';
  switch (where) {
    case 'install-namespace':
      return { description: `Namespace that the operator watches: its own.${otherwise}`, type, format: 'isInstallNamespace' };
    case 'other-namespace':
      return { description: `Namespace that the operator watches; not its own.${otherwise}`, type, format: 'isNotInstallNamespace' };
    case 'any-namespace':
      return { description: `Namespace that the operator watches.${otherwise}`, type, ...NAMESPACE };
  }
}

/**
 * The schema with `deploymentConfig` named alone: renderers check it against its whole schema themselves, which is longer than all the
 * rest.
 */
export function withoutTypes(schema: JsonObject): JsonObject {
  const { deploymentConfig, ...rest } = asObject(schema['properties']) ?? {};
  if (deploymentConfig === undefined) return schema;
  const brief = { description: 'Changes to every deployment of the bundle.', type: 'object', additionalProperties: true };
  return { ...schema, properties: { ...rest, deploymentConfig: brief } };
}
