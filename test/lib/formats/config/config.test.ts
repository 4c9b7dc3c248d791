import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../lib/api';
import {
  type Bundle, type BundleConfig, type BundleConfigOptions, checkBundleConfig, configSchemaOf, type PlainBundle, type RegistryBundle,
} from '../../../../lib/bundle';
import { deploymentConfigSchema } from '../../../../lib/formats/registry-v1/config/deployment-config-schema';
import { INSTALL_NAMESPACE, makeBundle, render } from '../registry-v1/render/make';

const bundle = makeBundle({ modes: ['AllNamespaces', 'SingleNamespace', 'OwnNamespace'] });
const plain = asPlain(bundle);

function asPlain({ csv: _, ...rest }: RegistryBundle): PlainBundle {
  return { ...rest, format: 'plain+v0' };
}

function check(of: Bundle, config: unknown, options: Partial<BundleConfigOptions> = {}): BundleConfig {
  return checkBundleConfig(of, config, { installNamespace: INSTALL_NAMESPACE, ...options });
}

function problems(of: Bundle, config: unknown, options: Partial<BundleConfigOptions> = {}): string[] {
  const { findings, value } = check(of, config, options);
  const errors = findings.filter(({ severity }) => severity === 'error');
  expect(value === undefined).toBe(errors.length > 0);
  return errors.map(({ message }) => message);
}

const invalid = 'invalid bundle configuration: ';

describe('the generated schema', () => {
  test('is closed draft-07, and any validator takes it', () => {
    const schema = configSchemaOf(bundle) ?? {};
    expect(schema).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', additionalProperties: false });
    const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictRequired: false });
    addFormats.default(ajv);
    ajv.addFormat('isInstallNamespace', true);
    const validate = ajv.compile(schema);
    expect(validate({ watchNamespace: 'x', deploymentConfig: { env: [{ name: 'A', value: 'b' }] } })).toBe(true);
    expect(validate({ deploymentConfig: { env: [{ value: 'b' }] } })).toBe(false);
  });

  test('has the nine keys of deploymentConfig, each described and typed', () => {
    const properties = deploymentConfigSchema()['properties'] as Record<string, JsonObject>;
    expect(Object.keys(properties)).toEqual(
      ['affinity', 'annotations', 'env', 'envFrom', 'nodeSelector', 'resources', 'tolerations', 'volumeMounts', 'volumes'],
    );
    for (const key of Object.keys(properties)) {
      expect(properties[key]).toMatchObject({ description: expect.stringMatching(/\.$/) as string, type: expect.stringMatching(/^(object|array)$/) as string });
    }
    expect(properties['env']).toMatchObject({ items: { required: ['name'], additionalProperties: false, properties: { name: { type: 'string' } } } });
    expect(properties['annotations']).toMatchObject({ additionalProperties: { type: 'string' } });
    expect(properties['resources']).toMatchObject({ properties: { limits: { additionalProperties: { type: ['string', 'number'] } } } });
  });

  test('lets no unknown key pass anywhere, and fills in nothing', () => {
    const open: string[] = [];
    const walk = (node: JsonValue, path: string): void => {
      if (Array.isArray(node)) return node.forEach((child: JsonValue, index) => walk(child, `${path}[${index}]`));
      if (!isJsonObject(node)) return;
      if (isJsonObject(node['properties']) && node['type'] === 'object' && node['additionalProperties'] !== false) open.push(path);
      expect(node).not.toHaveProperty('default');
      for (const [key, child] of Object.entries(node)) walk(child, `${path}.${key}`);
    };
    walk(deploymentConfigSchema(), '');
    expect(open).toEqual([]);
  });

  test('has no deploymentConfig for a bundle without deployments, which then takes no configuration at all', () => {
    const bare = makeBundle({ deployments: [] });
    expect(problems(bare, { deploymentConfig: {} })).toEqual([`${invalid}bundle 'demo.v1.0.0' does not support configuration`]);
    expect(problems(bare, {})).toEqual([]);
  });
});

describe('a configuration of registry+v1', () => {
  test('that is wrong in several places is refused with all of them', () => {
    const config = { watchNamespace: 'Team A', logLevel: 1, deploymentConfig: { env: [{ value: 'x' }], nodeselector: {}, resources: { limits: { cpu: 'much' } } } };
    const [message, ...more] = problems(bundle, config);
    expect(more).toEqual([]);
    for (const part of [
      "unknown key 'logLevel'",
      `invalid value for field 'watchNamespace' must match pattern "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" but got "Team A"`,
      "missing required field 'deploymentConfig.env[0].name'",
      "unknown key 'deploymentConfig.nodeselector'",
      "invalid value for field 'deploymentConfig.resources.limits.cpu' must match pattern",
    ]) expect(message).toContain(part);
  });

  test.each<[string, unknown, string]>([
    ['a number for a namespace', { watchNamespace: 7 }, "invalid type for field 'watchNamespace' got number expected string or null"],
    ['a list instead of an object', [], 'invalid type got array expected object'],
    ['a text instead of an object', 'x', 'invalid type got string expected object'],
    ['a name that is too long', { watchNamespace: 'a'.repeat(64) }, "invalid value for field 'watchNamespace' must have at most 63 characters"],
    ['the selector that OLM once had', { deploymentConfig: { selector: {} } }, "unknown key 'deploymentConfig.selector'"],
    ['a misspelt key deep down', { deploymentConfig: { tolerations: [{ opreator: 'Exists' }] } }, "unknown key 'deploymentConfig.tolerations[0].opreator'"],
    ['an object for deploymentConfig', { deploymentConfig: 'x' }, "invalid type for field 'deploymentConfig' got string expected object"],
    ['the prototype of objects', JSON.parse('{"__proto__": {"a": 1}}'), "unknown key '__proto__'"],
  ])('%s', (_, config, expected) => {
    const [message] = problems(bundle, config);
    expect(message).toContain(`${invalid}${expected}`);
  });

  test('with every key of deploymentConfig is taken', () => {
    const deploymentConfig = {
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } }, podAntiAffinity: {} },
      annotations: { a: 'b' },
      env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }],
      envFrom: [{ configMapRef: { name: 'c' } }],
      nodeSelector: { a: 'b' },
      resources: { limits: { cpu: 1, memory: '1.5Gi' }, requests: { cpu: '100m', memory: '1e3' } },
      tolerations: [{ operator: 'Exists', tolerationSeconds: 30 }],
      volumeMounts: [{ name: 'v', mountPath: '/v', readOnly: true }],
      volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }, { name: 'w', emptyDir: { sizeLimit: '1Gi' } }],
    };
    expect(Object.keys(deploymentConfig)).toEqual(Object.keys(deploymentConfigSchema()['properties'] as JsonObject));
    expect(check(bundle, { deploymentConfig })).toEqual({ issues: [], findings: [], value: { deploymentConfig } });
  });

  test('is not shown where it may be secret', () => {
    const [message] = problems(bundle, { deploymentConfig: { env: [{ name: 'PASSWORD', value: ['hunter2'] }] } });
    expect(message).toContain("'deploymentConfig.env[0].value' got array expected string");
    expect(message).not.toContain('hunter2');
  });
});

describe('a schema of the author', () => {
  const configSchema = { type: 'object', additionalProperties: false, properties: { replicas: { type: 'integer', default: 2 }, watchNamespace: { type: 'string' } } };

  test('is the schema, and fills in defaults', () => {
    expect(configSchemaOf({ ...plain, configSchema })).toBe(configSchema);
    expect(check({ ...plain, configSchema }, undefined)).toEqual({ issues: [], findings: [], value: { replicas: 2 } });
    expect(problems({ ...plain, configSchema }, { replicas: 'x' })).toEqual([`${invalid}invalid type for field 'replicas' got string expected integer`]);
  });

  test('of registry+v1 cannot allow what the install modes do not', () => {
    const own = { ...makeBundle({ modes: ['OwnNamespace'] }), configSchema };
    const message = `${invalid}invalid value for field 'watchNamespace' must be the install namespace "${INSTALL_NAMESPACE}" but got "other"`;
    expect(problems(own, { watchNamespace: 'other' })).toEqual([message]);
    expect(problems(own, {})).toEqual([`${invalid}missing required field 'watchNamespace'`]);
    expect(check(own, { watchNamespace: INSTALL_NAMESPACE }).value).toEqual({ watchNamespace: INSTALL_NAMESPACE, replicas: 2 });
  });

  test('that cannot be used makes the bundle invalid', () => {
    expect(render({ ...plain, configSchema: { type: 'objekt' } }).findings).toMatchObject([{ code: 'invalid-config-schema', severity: 'error' }]);
  });
});

describe('a bundle without a schema', () => {
  test('takes no configuration', () => {
    expect(configSchemaOf(plain)).toBeUndefined();
    expect(problems(plain, undefined)).toEqual([]);
    expect(problems(plain, {})).toEqual([]);
    expect(problems(plain, { a: 1 })).toEqual([`${invalid}bundle 'demo.v1.0.0' does not support configuration`]);
    expect(problems(plain, 3)).toEqual([`${invalid}invalid type got number expected object`]);
  });

  test('takes any when the user accepts the danger, with a warning', () => {
    const { findings, value } = check(plain, { a: 1 }, { dangerouslyAcceptBundlesWithoutConfigSchema: true });
    expect(findings).toMatchObject([{ code: 'unchecked-config', severity: 'warning' }]);
    expect(value).toEqual({ a: 1 });
    expect(problems(plain, [], { dangerouslyAcceptBundlesWithoutConfigSchema: true })).toEqual([`${invalid}invalid type got array expected object`]);
  });

  test('of the format registry+v1 there is none: its schema is generated', () => {
    expect(problems(bundle, { a: 1 }, { dangerouslyAcceptBundlesWithoutConfigSchema: true })).toEqual([`${invalid}unknown key 'a'`]);
  });
});

describe('rendering', () => {
  test('gives nothing when the configuration is wrong', () => {
    expect(render(bundle, { config: { a: 1 } })).toMatchObject({ objects: [], findings: [{ code: 'invalid-config' }] });
  });

  test.each(['', 'Team', 'a'.repeat(64), '../x'])('needs the name of a namespace to install into: %j is none', (installNamespace) => {
    expect(render(bundle, { installNamespace })).toMatchObject({ objects: [], findings: [{ code: 'bad-namespace' }] });
  });

  test('plain+v0 gives the objects as they are', () => {
    const other = { origin: { source: 'manifests/a.yaml' }, manifest: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'mine' } } };
    expect(render({ ...plain, others: [other] })).toEqual({ issues: [], findings: [], objects: [other] });
  });
});
