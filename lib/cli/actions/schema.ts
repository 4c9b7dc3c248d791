/** The schemas for editors, which come with the package (docs/editors.md). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BoxcutterError, messageOf } from '../../errors';
import { ownPackage } from '../../own-package';
import { EDITOR_SCHEMAS, type SchemaArgs } from '../commands/schema';
import { EXIT } from '../exit';
import { printLines, printText } from '../output/terminal/sink';
import { table } from '../output/terminal/table';

/** @throws BoxcutterError `schema-missing` (server): the installation is incomplete */
export function schema({ what }: SchemaArgs): Promise<number> {
  if (what === undefined) {
    const rows = Object.entries(EDITOR_SCHEMAS).map(([name, checks]) => [name, checks, fileOf(`${name}.json`)]);
    printLines(table(['SCHEMA', 'CHECKS', 'FILE'], rows));
  } else printText(JSON.stringify(wholeSchema(`${what}.json`), null, 2));
  return Promise.resolve(EXIT.done);
}

function fileOf(name: string): string {
  return join(ownPackage().folder, 'docs', 'schemas', 'files', name);
}

/** In one piece, as it goes into one file: the files beside it that a schema refers to become parts of it. */
function wholeSchema(name: string): unknown {
  return JSON.parse(contentOf(fileOf(name)), (_key, value: unknown) => {
    const { $ref: other } = (value ?? {}) as { readonly $ref?: unknown };
    if (typeof other !== 'string' || !/^\w+\.json$/.test(other)) return value;
    const { $schema: _draft, ...part } = wholeSchema(other) as { readonly $schema?: unknown };
    return part;
  });
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new BoxcutterError('schema-missing', 'server', `${file} cannot be read: ${messageOf(error)}.`, {
      hint: 'Install cdk8s-boxcutter again.', cause: error,
    });
  }
}
