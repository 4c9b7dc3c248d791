/** The configuration schema of a bundle: its author's, or for registry+v1 one made from its install modes. */
import { type JsonObject, type JsonValue } from '../../api';
import type { Bundle } from '../bundle';
import { deploymentConfigSchema } from '../registry-v1/config/deployment-config-schema';
import { watchNamespaceRule, type WatchNamespaceRule } from '../registry-v1/config/install-modes';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

/** Names of namespaces (RFC 1123 labels). */
const NAMESPACE = { minLength: 1, maxLength: 63, pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$' };

/**
 * JSON Schema of a bundle's configuration: the author's when there is one. For registry+v1 it is generated (draft-07, closed), with the key
 * `watchNamespace` by S3's table and `deploymentConfig` where the bundle has deployments.
 *
 * @returns undefined for a bundle of another format whose author gives none: what it takes is not known
 */
export function configSchemaOf(bundle: Bundle): JsonObject | undefined {
  return bundle.configSchema ?? generatedSchema(bundle);
}

/** What this package itself makes of a configuration of registry+v1. */
export function generatedSchema(bundle: Bundle): JsonObject | undefined {
  const { csv } = bundle;
  if (csv === undefined) return undefined;
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
  const otherwise = required ? '' : ' All namespaces when it is not given.';
  switch (where) {
    case 'install-namespace':
      return { description: `Namespace that the operator watches: its own.${otherwise}`, type, format: 'isInstallNamespace' };
    case 'other-namespace':
      return { description: `Namespace that the operator watches, not its own.${otherwise}`, type, format: 'isNotInstallNamespace' };
    case 'any-namespace':
      return { description: `Namespace that the operator watches.${otherwise}`, type, ...NAMESPACE };
  }
}
