import type { JsonObject } from '../../api';
import { type Bundle, configSchemaOf, formatOf } from '../../formats';
import { checkConfigSchema, type ConfigExample, type ConfigKey, exampleOf, outlineOf } from '../../config';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { openBundle, refuseIssues } from '../../source';
import type { ConfigArgs } from '../commands/config';
import { paint, type Paint } from '../output/terminal/paint';
import { isDocument, printDocument } from '../output/print';
import { wrap } from '../output/terminal/wrap';
import { note } from '../output/note';
import { printLines, printText } from '../output/terminal/sink';
import { oneLine } from '../../plain-text';
import { isError } from '../../issue';

export const CONFIG_SCHEMA = 'boxcutter.config/v1';

/** Columns of lines in a file or a pipe. */
const PIPED = 100;

/** Shows what can be configured; reaches no cluster. */
export async function config({ bundle: path, schema: wantsSchema, example, types, output }: ConfigArgs): Promise<number> {
  const { bundle } = await openBundle(path, { onNote: note });
  const schema = configSchemaOf(bundle);
  const faults = checkConfigSchema(schema ?? {}, { bundle: bundle.name })
    .filter(isError);
  refuseIssues(faults, note, `The configuration schema of ${bundle.name}`);
  const known = shown(bundle, schema);
  const keys = known === undefined ? [] : outlineOf(known, { values: formatOf(bundle).presets(bundle) });
  if (schema === undefined && keys.length > 0 && (example === true || !isDocument(output))) note(nothingSentence(bundle, schema));
  if (wantsSchema === true) await printDocument(needed(bundle, schema), output === 'yaml' ? 'yaml' : 'json');
  else if (types === true) printText(await typesOf(bundle, schema));
  else if (isDocument(output)) await printDocument(documentOf(bundle, schema, keys, example === true), output);
  else if (example === true) printText(exampleText(bundle, schema));
  else if (keys.length === 0) printLines([nothingSentence(bundle, schema)]);
  else printLines(keyLines(keys, paint(process.stdout), process.stdout.columns ?? PIPED));
  return 0;
}

function documentOf(bundle: Bundle, schema: JsonObject | undefined, keys: readonly ConfigKey[], wantsExample: boolean): object {
  const example = wantsExample ? exampleFor(bundle, schema)?.text : undefined;
  return {
    schema: CONFIG_SCHEMA,
    bundle: bundle.name,
    format: bundle.format,
    keys,
    ...defined({ configSchema: schema, example }),
  };
}

async function typesOf(bundle: Bundle, schema: JsonObject | undefined): Promise<string> {
  const { schemaToTypes } = await import('../typescript/index.js');
  return schemaToTypes(needed(bundle, schema), `${bundle.packageName}-config`, { subject: `The configuration schema of ${bundle.name}` });
}

/** Without a schema, the values that a chart has show what it takes. */
function shown(bundle: Bundle, schema: JsonObject | undefined): JsonObject | undefined {
  return schema ?? (formatOf(bundle).presets(bundle) === undefined ? undefined : {});
}

function exampleFor(bundle: Bundle, schema: JsonObject | undefined): ConfigExample | undefined {
  const known = shown(bundle, schema);
  return known === undefined ? undefined : exampleOf(known, { values: formatOf(bundle).presets(bundle) });
}

function exampleText(bundle: Bundle, schema: JsonObject | undefined): string {
  const example = exampleFor(bundle, schema);
  if (example === undefined) return `# ${oneLine(nothingSentence(bundle, schema))}\n{}\n`;
  if (example.hasPlaceholders) note('Fill in what says CHANGE-ME, and take in what you need by removing its "# ".');
  return `# Configuration of ${oneLine(bundle.name)}\n\n${example.text}`;
}

/** @throws BoxcutterError `config-schema-missing` */
function needed(bundle: Bundle, schema: JsonObject | undefined): JsonObject {
  if (schema !== undefined) return schema;
  throw new BoxcutterError('config-schema-missing', 'input', nothingSentence(bundle, schema), {
    hint: 'Ask its author for metadata/config-schema.yaml.',
  });
}

function nothingSentence(bundle: Bundle, schema: JsonObject | undefined): string {
  if (schema !== undefined) return `${bundle.name} takes no configuration, or its schema names no keys.`;
  return `${bundle.name} has no ${formatOf(bundle).schemaName}, so a configuration cannot be checked; `
    + 'boxcutter apply takes one with --dangerously-accept-bundles-without-config-schema.';
}

/**
 * A paragraph for each key: its name, what it takes, and below what it is for. Nothing is cut.
 * @param width where lines are broken: columns of the terminal; in files and pipes always the same
 */
export function keyLines(keys: readonly ConfigKey[], { dim }: Paint, width: number): readonly string[] {
  return keys.flatMap(({ key, type, required, secret, default: preset, description = '' }) => {
    const facts = [
      type,
      ...(required ? ['required'] : []),
      ...(secret ? ['default: (secret)'] : preset === undefined ? [] : [`default: ${JSON.stringify(preset)}`]),
    ];
    const [about = ''] = description.split('\n');
    return [...wrap(`${key}: ${facts.join(', ')}`, 0, width, 4), ...(about === '' ? [] : wrap(about, 4, width, 0).map(dim))];
  });
}
