/** The schema of a configuration as an author writes it, in the library that the author likes, and the types that follow from it. */
import type { JsonSchemaValue } from './json-schema-types';

/**
 * A schema of a library that speaks Standard Schema and Standard JSON Schema (https://standardschema.dev): zod from 4.2, and others.
 * No such library is needed, and none is loaded here.
 */
export interface StandardConfigSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly validate: (value: unknown) => unknown;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => Readonly<Record<string, unknown>>;
      readonly output: (options: { readonly target: string }) => Readonly<Record<string, unknown>>;
    };
  };
}

/**
 * The schema of a configuration: JSON Schema (an object written `as const`, or one that TypeBox builds), or a schema of a library with
 * Standard JSON Schema, such as zod.
 */
export type ConfigSchema = StandardConfigSchema | PlainConfigSchema;

/** JSON Schema, draft-07 unless `$schema` says otherwise; docs/configuration.md has what is understood. */
export type PlainConfigSchema = object & { readonly '~standard'?: never };

/** A configuration as its user gives it: what has a default may be left out, at any depth. */
export type ConfigInput<Schema extends ConfigSchema> = Schema extends StandardConfigSchema
  ? NonNullable<Schema['~standard']['types']>['input']
  : JsonSchemaValue<Schema, 'given'>;

/** A configuration as `build` gets it: checked, with defaults. */
export type ConfigOf<Schema extends ConfigSchema> = Schema extends StandardConfigSchema
  ? NonNullable<Schema['~standard']['types']>['output']
  : JsonSchemaValue<Schema, 'built'>;

/** The property `config`, which may be left out unless the schema requires something. */
export type GivenConfig<Schema extends ConfigSchema> = {
  /**
   * The configuration, as a user gives it: checked against the schema, whose defaults are filled in.
   * @default - the defaults of the schema alone
   */
  readonly config?: ConfigInput<Schema>;
} & (Record<never, never> extends ConfigInput<Schema> ? unknown : { readonly config: ConfigInput<Schema> });
