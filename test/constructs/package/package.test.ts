/** Packages with a typed configuration. */
import type { JSONSchemaType } from 'ajv';
import { Testing } from 'cdk8s';
import { Package, type Revision } from '../../../constructs';
import { configMap, manifestOf } from '../synthesis';

interface Config {
  readonly image: string;
  readonly replicas: number;
  readonly logLevel: 'debug' | 'info';
}

class Web extends Package<Config> {
  readonly packageName = 'web-operator';
  readonly configSchema: JSONSchemaType<Config> = {
    type: 'object',
    properties: {
      image: { type: 'string' },
      replicas: { type: 'integer', minimum: 1, default: 2 },
      logLevel: { type: 'string', enum: ['debug', 'info'], default: 'info' },
    },
    required: ['image'],
    additionalProperties: false,
  };
  readonly built: Config[] = [];

  build(scope: Revision, config: Config): void {
    this.built.push(config);
    configMap(scope, 'settings', { version: scope.version ?? '', ...Object.fromEntries(Object.entries(config).map(([key, value]) => [key, String(value)])) });
  }
}

test('a revision is built from the checked configuration with defaults, and carries package and version', () => {
  const web = new Web();
  const revision = web.revision(Testing.app(), 'web', { version: '1.0.0', namespace: 'web-system', config: { image: 'web:1' } });
  expect(web.built).toEqual([{ image: 'web:1', replicas: 2, logLevel: 'info' }]);
  const manifest = manifestOf(revision);
  expect(manifest.metadata.annotations).toMatchObject({ 'olm.operatorframework.io/package-name': 'web-operator', 'olm.operatorframework.io/bundle-version': '1.0.0' });
  expect(manifest.spec.phases[0]?.objects[0]?.object).toMatchObject({ data: { version: '1.0.0', image: 'web:1' } });
});

test('a configuration that does not fit is reported by the validation, everything at once, and nothing is built', () => {
  const web = new Web();
  const config = { replicas: 0, loglevel: 'debug' } as Partial<Config>;
  const revision = web.revision(Testing.app(), 'web', { version: '1.0.0', namespace: 'web-system', config });
  expect(web.built).toEqual([]);
  expect(() => Testing.synth(revision)).toThrow(
    "invalid bundle configuration: missing required field 'image'; unknown key 'loglevel'; invalid value for field 'replicas' must be >= 1 but got 0",
  );
  expect(revision.findings.map(({ code, origin }) => [code, origin])).toEqual([['invalid-config', 'web']]);
});
