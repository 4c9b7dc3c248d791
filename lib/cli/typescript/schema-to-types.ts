/** The TypeScript types of a configuration schema. */
import { declareTypes } from './declare';
import { pascalCase } from './names';
import { SchemaReader } from './read-schema';
import { References } from './references';
import { TypeTable } from './type-table';

export interface SchemaToTypesOptions {
  /** Text before the types, comments included; a line break follows. @default none */
  readonly header?: string;
  /** How messages call the schema. @default The schema */
  readonly subject?: string;
}

/**
 * TypeScript for what a JSON Schema (draft-04 to 2020-12) accepts: an interface with the name that is given, and one for each object below.
 * Everything is readonly and has what the schema says about it as its comment. Where a schema leaves open whether further keys are allowed,
 * the type does not have them, so that a misspelt key is found; explicit `additionalProperties` are in the type. What has a default is
 * optional. Same input, same text. Nothing is read but the schema itself.
 *
 * @param schema plain JSON, or anything
 * @param name of the type of the whole; made an identifier where it is none
 * @returns declarations, each with `export`, ending in a line break
 * @throws BoxcutterError `schema-too-large`; `schema-reference` for a `$ref` that leads out of the schema or nowhere
 */
export async function schemaToTypes(schema: unknown, name: string, options: SchemaToTypesOptions = {}): Promise<string> {
  const { header, subject = 'The schema' } = options;
  const rootName = pascalCase(name);
  const table = new TypeTable(rootName);
  const root = table.declare(rootName, [rootName]);
  const references = new References(schema, rootName, root, table, subject);
  const reader = new SchemaReader(table, 'json-schema', subject, references);
  table.complete(root, reader.readNamed(schema, [rootName]));
  for (let target = references.next(); target !== undefined; target = references.next()) {
    table.complete(target.id, reader.readNamed(target.schema, target.path));
  }
  const text = await declareTypes(table.reachedFrom([root]));
  return `${header === undefined ? '' : `${header}\n`}${text}\n`;
}
