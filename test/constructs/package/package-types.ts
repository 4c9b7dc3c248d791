/**
 * Types of packages: nothing here runs, the compiler is the test (`npm run types`). What must not compile is marked, and it is an error when it
 * does.
 */
import { Type } from '@sinclair/typebox';
import { App } from 'cdk8s';
import { Type as NewType } from 'typebox';
import * as z from 'zod';
import { type ConfigInput, type ConfigOf, type ConfigSchema, Package, PackageBundle, Phase, type Revision } from '../../../constructs';

/** Each fits where the other is asked for; what may be left out has to be so in both. */
type Same<A, B> = [A] extends [B] ? [B] extends [A] ? true : false : false;
function holds<_ extends true>(): void { /* for its type alone */ }

const plain = {
  type: 'object',
  properties: {
    image: { type: 'string' },
    replicas: { type: 'integer', default: 2 },
    level: { enum: ['debug', 'info'], default: 'info' },
    tls: {
      type: 'object',
      properties: { secretName: { type: 'string' }, port: { type: 'integer', default: 8443 }, host: { type: ['string', 'null'] } },
      required: ['secretName'],
      additionalProperties: false,
    },
    disks: { type: 'array', items: { $ref: '#/$defs/disk' }, default: [] },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    source: { oneOf: [{ type: 'object', properties: { type: { const: 's3' } }, required: ['type'] }, { type: 'string' }] },
  },
  required: ['image'],
  additionalProperties: false,
  $defs: { disk: { type: 'object', properties: { size: { type: 'integer' }, fast: { type: 'boolean', default: false } }, required: ['size'] } },
} as const;

interface Built {
  image: string;
  replicas: number;
  level: 'debug' | 'info';
  tls?: { secretName: string; port: number; host?: string | null };
  disks: { size: number; fast: boolean }[];
  labels?: { [key: string]: string };
  source?: string | { type: 's3' };
}

interface Given {
  image: string;
  replicas?: number | undefined;
  level?: 'debug' | 'info' | undefined;
  tls?: { secretName: string; port?: number | undefined; host?: string | null | undefined } | undefined;
  disks?: readonly { size: number; fast?: boolean | undefined }[] | undefined;
  labels?: { [key: string]: string } | undefined;
  source?: string | { type: 's3' } | undefined;
}

holds<Same<ConfigOf<typeof plain>, Built>>();
holds<Same<ConfigInput<typeof plain>, Given>>();

const ofZod = z.strictObject({
  image: z.string(),
  replicas: z.int().default(2),
  tls: z.strictObject({ secretName: z.string(), port: z.int().default(8443) }).optional(),
});
holds<Same<ConfigOf<typeof ofZod>, z.output<typeof ofZod>>>();
holds<Same<ConfigInput<typeof ofZod>, z.input<typeof ofZod>>>();

const ofTypeBox = Type.Object({
  image: Type.String(),
  replicas: { ...Type.Integer(), default: 2 },
  tls: Type.Optional(Type.Object({ secretName: Type.String(), port: { ...Type.Integer(), default: 8443 } })),
  kind: Type.Union([Type.Literal('a'), Type.Literal('b')]),
});
const ofNewTypeBox = NewType.Object({
  image: NewType.String(),
  replicas: NewType.With(NewType.Integer(), { default: 2 }),
  tls: NewType.Optional(NewType.Object({ secretName: NewType.String(), port: NewType.With(NewType.Integer(), { default: 8443 }) })),
  kind: NewType.Union([NewType.Literal('a'), NewType.Literal('b')]),
});
interface BuiltOfTypeBox {
  image: string;
  replicas: number;
  tls?: { secretName: string; port: number };
  kind: 'a' | 'b';
}
holds<Same<ConfigOf<typeof ofTypeBox>, BuiltOfTypeBox>>();
holds<Same<ConfigOf<typeof ofNewTypeBox>, BuiltOfTypeBox>>();

class PackageOf<Schema extends ConfigSchema> extends Package<Schema> {
  readonly packageName = 'any';
  constructor(readonly configSchema: Schema) {
    super();
  }

  build(_scope: Revision, _config: ConfigOf<Schema>): void { /* for its types alone */ }
}

const app = new App();
const at = { version: '1.0.0', namespace: 'any' };

for (const some of [new PackageOf(plain), new PackageOf(ofZod)]) {
  some.revision(app, 'a', { ...at, config: { image: 'web:1', tls: { secretName: 'tls' } } });
  // @ts-expect-error -- something is required, so a configuration is
  some.revision(app, 'b', at);
  // @ts-expect-error -- image is required
  some.revision(app, 'c', { ...at, config: { replicas: 3 } });
  // @ts-expect-error -- what is required is required at any depth
  some.revision(app, 'd', { ...at, config: { image: 'web:1', tls: {} } });
  // @ts-expect-error -- replicas is a number
  some.revision(app, 'e', { ...at, config: { image: 'web:1', replicas: '3' } });
}
// @ts-expect-error -- a key that is misspelt
new PackageOf(plain).revision(app, 'f', { ...at, config: { image: 'web:1', replica: 3 } });
// @ts-expect-error -- a key that is misspelt
new PackageOf(ofZod).revision(app, 'f', { ...at, config: { image: 'web:1', replica: 3 } });
// @ts-expect-error -- one of the values
new PackageOf(plain).revision(app, 'g', { ...at, config: { image: 'web:1', level: 'warn' } });

new PackageOf(ofTypeBox).revision(app, 'h', { ...at, config: { image: 'web:1', kind: 'a', tls: { secretName: 'tls' } } });
new PackageOf(ofNewTypeBox).revision(app, 'i', { ...at, config: { image: 'web:1', kind: 'a', tls: { secretName: 'tls' } } });
// @ts-expect-error -- kind is required
new PackageOf(ofTypeBox).revision(app, 'j', { ...at, config: { image: 'web:1' } });
// @ts-expect-error -- kind is required
new PackageOf(ofNewTypeBox).revision(app, 'k', { ...at, config: { image: 'web:1' } });

const optional = new PackageOf({ type: 'object', properties: { replicas: { type: 'integer', default: 1 } } } as const);
optional.revision(app, 'l', at);
new PackageBundle(app, 'm', { package: optional, version: '1.0.0' });
new PackageBundle(app, 'n', { package: new PackageOf(ofZod), version: '1.0.0', config: { image: 'web:1' } });
// @ts-expect-error -- image is required, of a bundle, too
new PackageBundle(app, 'o', { package: new PackageOf(ofZod), version: '1.0.0', config: { replicas: 2 } });

/** A schema without literals, as of a file: everything is let through to the check. */
declare const wide: { type: string; properties: { image: { type: string } }; required: string[] };
new PackageOf(wide).revision(app, 'p', { ...at, config: { image: 'web:1' } });

class BuiltWithAnother extends Package<typeof ofZod> {
  readonly packageName = 'any';
  readonly configSchema = ofZod;
  // @ts-expect-error -- build has the type of the schema
  build(_scope: Revision, _config: { readonly image: number }): void { /* for its types alone */ }
}
void BuiltWithAnother;

declare const revision: Revision;
new Phase(revision, 'migrations', { after: ['deploy'], before: [new Phase(revision, 'late')] });
// @ts-expect-error -- no standard phase; one that an author names is given as the Phase
new Phase(revision, 'more', { after: ['deployy'] });
