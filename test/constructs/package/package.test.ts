/** Packages with a typed configuration. */
import { Type } from '@sinclair/typebox';
import { Testing } from 'cdk8s';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { type ConfigInput, type ConfigOf, type ConfigSchema, type GivenConfig, Package, type Revision } from '../../../constructs';
import type { JsonObject } from '../../../lib/api';
import { declaredPackages, exchangeThrough } from '../../../lib/config';
import { configMap, manifestOf } from '../synthesis';

const schema = {
  type: 'object',
  properties: {
    image: { type: 'string' },
    replicas: { type: 'integer', minimum: 1, default: 2 },
    logLevel: { type: 'string', enum: ['debug', 'info'], default: 'info' },
  },
  required: ['image'],
  additionalProperties: false,
} as const;

class Web extends Package<typeof schema> {
  readonly packageName = 'web-operator';
  readonly configSchema = schema;
  readonly built: ConfigOf<typeof schema>[] = [];

  build(scope: Revision, config: ConfigOf<typeof schema>): void {
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
  const config: object = { replicas: 0, loglevel: 'debug' };
  const revision = web.revision(Testing.app(), 'web', { version: '1.0.0', namespace: 'web-system', config: config as ConfigInput<typeof schema> });
  expect(web.built).toEqual([]);
  const invalid = 'invalid bundle configuration: ';
  expect(revision.node.validate()).toEqual([
    `web: ${invalid}missing required field 'image'.`,
    `web: ${invalid}unknown key 'loglevel'. Did you mean "logLevel"?`,
    `web: ${invalid}invalid value for field 'replicas' must be >= 1 but got 0.`,
  ]);
  expect(revision.findings.map(({ code, origin }) => [code, origin])).toEqual([['invalid-config', 'web']]);
});

describe('what the command configures', () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxcutter-exchange-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const synthesised = (extension: string | undefined, config: JsonObject) => {
    mkdirSync(folder, { recursive: true });
    Object.assign(process.env, exchangeThrough(folder, { extension, config }));
    const [one, other] = [new Web(), new Web()];
    one.revision(Testing.app(), 'one', { version: '1.0.0', config: { image: 'web:1', replicas: 3 } });
    other.revision(Testing.app(), 'other', { version: '2.0.0', config: { image: 'web:2' } });
    return { one: one.built, other: other.built };
  };

  test('goes over what is in the code, of the package that is meant, and is checked like it', () => {
    const [one, other] = [{ image: 'web:1', replicas: 3, logLevel: 'debug' }, { image: 'web:2', replicas: 2, logLevel: 'info' }];
    expect(synthesised('one', { logLevel: 'debug' })).toEqual({ one: [one], other: [other] });
    expect(synthesised('one', { replicas: 0 })).toEqual({ one: [], other: [other] });
  });

  test('each package says what it is, whether it fits or not', () => {
    synthesised('one', { replicas: 0 });
    expect(declaredPackages(folder)).toEqual([
      { extension: 'one', packageName: 'web-operator', version: '1.0.0', schema, config: { image: 'web:1', replicas: 3 } },
      { extension: 'other', packageName: 'web-operator', version: '2.0.0', schema, config: { image: 'web:2' } },
    ]);
  });

  test('is of no use to another user of the machine', () => {
    synthesised('one', { logLevel: 'debug' });
    expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o077)).toEqual([0, 0]);
  });
});

/** What a package with this schema is built with, and what is found. */
function built<Schema extends ConfigSchema>(configSchema: Schema, given: GivenConfig<Schema>): { config: unknown; findings: readonly string[] } {
  let seen: unknown;
  class Any extends Package<Schema> {
    readonly packageName = 'any';
    readonly configSchema = configSchema;
    build(_: Revision, config: ConfigOf<Schema>): void {
      seen = config;
    }
  }
  const revision = new Any().revision(Testing.app(), 'any', { version: '1.0.0', namespace: 'any', ...given });
  return { config: seen, findings: revision.findings.map(({ message }) => message).filter((message) => !message.includes('no object')) };
}

test('a schema of TypeBox is JSON Schema', () => {
  const ofTypeBox = Type.Object({
    image: Type.String(),
    replicas: { ...Type.Integer({ minimum: 1 }), default: 2 },
    tls: Type.Optional(Type.Object({ port: { ...Type.Integer(), default: 8443 } }, { additionalProperties: false })),
  }, { additionalProperties: false });
  expect(built(ofTypeBox, { config: { image: 'web:1', tls: {} } })).toEqual({ config: { image: 'web:1', replicas: 2, tls: { port: 8443 } }, findings: [] });
  expect(built(ofTypeBox, { config: { image: 'web:1', replicas: 0 } }).findings).toEqual([expect.stringContaining("'replicas' must be >= 1 but got 0")]);
});

describe('a schema of zod', () => {
  test('is checked by its JSON Schema, with defaults at every depth', () => {
    const ofZod = z.strictObject({
      image: z.string(),
      log: z.strictObject({ level: z.enum(['debug', 'info']).default('info') }).prefault({}),
      disks: z.array(z.strictObject({ size: z.int().default(1) })).default([{ size: 5 }]),
    });
    expect(built(ofZod, { config: { image: 'web:1', disks: [{}] } })).toEqual({ config: { image: 'web:1', log: { level: 'info' }, disks: [{ size: 1 }] }, findings: [] });
    expect(built(ofZod, { config: { image: 'web:1' } }).config).toEqual({ image: 'web:1', log: { level: 'info' }, disks: [{ size: 5 }] });
  });

  test('is closed where zod drops keys, and open where it keeps them', () => {
    const given: object = { replica: 3 };
    const closed = built(z.object({ replicas: z.int().default(1), other: z.object({}).optional() }), { config: given });
    expect(closed).toEqual({ config: undefined, findings: ["invalid bundle configuration: unknown key 'replica'"] });
    expect(built(z.looseObject({ replicas: z.int().default(1) }), { config: { replica: 3 } }).config).toEqual({ replica: 3, replicas: 1 });
  });

  test('has properties that are called like keywords', () => {
    const ofZod = z.strictObject({
      required: z.boolean().default(true), default: z.string(), properties: z.strictObject({ additionalProperties: z.int() }),
    });
    const config = { default: 'x', properties: { additionalProperties: 1 } };
    expect(built(ofZod, { config })).toEqual({ config: { ...config, required: true }, findings: [] });
  });

  test('fills in defaults under a condition, where JSON Schema has none', () => {
    const ofZod = z.strictObject({
      storage: z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('disk'), size: z.int().default(10) }),
        z.strictObject({ type: z.literal('s3'), bucket: z.string() }),
      ]),
    });
    expect(built(ofZod, { config: { storage: { type: 'disk' } } })).toEqual({ config: { storage: { type: 'disk', size: 10 } }, findings: [] });
  });

  test('may check what JSON Schema cannot say: with its words, after everything else', () => {
    const ofZod = z.strictObject({ min: z.int(), max: z.int() }).refine(({ min, max }) => min <= max, { error: 'must not be less than min', path: ['max'] });
    expect(built(ofZod, { config: { min: 1, max: 2 } })).toEqual({ config: { min: 1, max: 2 }, findings: [] });
    expect(built(ofZod, { config: { min: 3, max: 2 } })).toEqual({
      config: undefined, findings: ["invalid bundle configuration: invalid value for field 'max': must not be less than min"],
    });
  });

  test.each([
    ['a transform', z.object({ a: z.string().transform((text) => text.length) }), 'zod does not say it in JSON Schema: Transforms cannot be represented'],
    ['a codec', z.object({ a: z.codec(z.string(), z.number(), { decode: Number, encode: String }) }), 'at #/properties/a/type it gives something else than it takes'],
    ['trimming', z.object({ a: z.string().trim() }), "it changes the value of 'a'"],
    ['what is no JSON', z.object({ a: z.date() }), 'zod does not say it in JSON Schema: Date cannot be represented'],
    ['waiting', z.object({ a: z.string().refine(async () => Promise.resolve(true)) }), 'it gives no answer at once'],
  ])('is refused with %s', (_, ofZod: ConfigSchema, why) => {
    expect(built(ofZod, { config: { a: ' x ' } })).toEqual({
      config: undefined, findings: [expect.stringContaining(`bundle 'any.v1.0.0' is invalid: its configuration schema cannot be used: ${why}`)],
    });
  });

  test('that throws is refused', () => {
    const failing = z.object({});
    const throwing = { '~standard': { ...failing['~standard'], validate: () => { throw new Error('out of order'); } } };
    expect(built(throwing as unknown as ConfigSchema, { config: {} }).findings).toEqual([expect.stringMatching(/it failed: out of order$/)]);
  });

  test('of a version without JSON Schema is refused', () => {
    const old = { '~standard': { version: 1, vendor: 'zod', validate: (value: unknown) => ({ value }) } };
    expect(built(old as unknown as ConfigSchema, { config: {} }).findings).toEqual([expect.stringMatching(/zod does not say it in JSON Schema$/)]);
  });
});
