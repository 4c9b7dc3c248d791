import { isDnsSubdomain, isJsonObject, type JsonObject } from '../../api';
import { configSchemaOf, formatOf } from '../../formats';
import { checkConfigSchema, type ConfigExample, type ConfigKey, exampleOf, outlineOf } from '../../config';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { bundleNamed } from '../../formats/project';
import { type BundleSource, catalogSources, choosePackage, namesProject, openBundle, packagesOf, refuseIssues } from '../../source';
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

/** What is configured: a bundle, or a package of a project. */
interface Configurable {
  /** In messages: `shop.v1.0.0`. */
  readonly name: string;
  readonly packageName: string;
  readonly format: string;
  readonly schema: JsonObject | undefined;
  /** What is given beside the schema: the values of a chart, or those in the code of a project. */
  readonly presets: JsonObject | undefined;
  /** What a schema of an author is called. */
  readonly schemaName: string;
}

/** Shows what can be configured; reaches no cluster. */
export async function config(args: ConfigArgs): Promise<number> {
  const { name, schema: wantsSchema, example, types, output } = args;
  const of = await configurableOf(args, name);
  const faults = checkConfigSchema(of.schema ?? {}, { bundle: of.name }).filter(isError);
  refuseIssues(faults, note, `The configuration schema of ${of.name}`);
  const known = shown(of);
  const keys = known === undefined ? [] : outlineOf(known, { values: of.presets });
  if (of.schema === undefined && keys.length > 0 && (example === true || !isDocument(output))) note(nothingSentence(of));
  if (wantsSchema === true) await printDocument(needed(of), output === 'yaml' ? 'yaml' : 'json');
  else if (types === true) printText(await typesOf(of));
  else if (isDocument(output)) await printDocument(documentOf(of, keys, example === true), output);
  else if (example === true) printText(exampleText(of));
  else if (keys.length === 0) printLines([nothingSentence(of)]);
  else printLines(keyLines(keys, paint(process.stdout), process.stdout.columns ?? PIPED));
  return 0;
}

async function configurableOf(args: ConfigArgs, name: string | undefined): Promise<Configurable> {
  const { bundle: path, catalog = [], version, channel = [] } = args;
  if (catalog.length > 0 || isPackageName(path)) return ofPackage(args, name);
  if (version !== undefined || channel.length > 0) {
    const option = version === undefined ? '--channel' : '--version';
    const message = `${path} is not a package of a catalog, so ${option} cannot be used.`;
    throw new BoxcutterError('usage-option', 'input', message, { hint: `Leave out ${option}, or name the catalog with --catalog.` });
  }
  return namesProject(path) ? ofProject(path, name) : ofBundle(path, name, args.offline);
}

/** What is nothing on this machine, and no image, can be found in the catalogs of this user, where there are some. */
function isPackageName(text: string): boolean {
  return isDnsSubdomain(text) && bundleNamed(text).kind === 'unknown' && catalogSources().sources.length > 0;
}

async function ofPackage(args: ConfigArgs, name: string | undefined): Promise<Configurable> {
  if (name !== undefined) throw noProject(args.bundle);
  const { configurationOfPackage } = await import('./install/of-package.js');
  const found = await configurationOfPackage(args.bundle, args);
  if (found.from === 'bundle') return ofSource(found.source);
  const { name: bundle, format, schema } = found;
  return { name: bundle, packageName: args.bundle, format, schema, presets: undefined, schemaName: 'configuration schema' };
}

function noProject(path: string): BoxcutterError {
  return new BoxcutterError('usage-option', 'input', `${path} is not a project, so --name cannot be used.`, { hint: 'Leave out --name.' });
}

async function ofBundle(path: string, name: string | undefined, offline: boolean): Promise<Configurable> {
  if (name !== undefined) throw noProject(path);
  return ofSource(await openBundle(path, { onNote: note, offline }));
}

function ofSource({ bundle }: BundleSource): Configurable {
  const format = formatOf(bundle);
  return {
    name: bundle.name,
    packageName: bundle.packageName,
    format: bundle.format,
    schema: configSchemaOf(bundle),
    presets: format.presets(bundle),
    schemaName: format.schemaName,
  };
}

async function ofProject(path: string, name: string | undefined): Promise<Configurable> {
  const { packageName, version, schema, config: inCode } = choosePackage(path, await packagesOf(path, note), name);
  const of = `${packageName}.v${version}`;
  if (!isJsonObject(schema)) {
    throw new BoxcutterError('config-schema-missing', 'input', `The configuration schema of ${of} cannot be used.`, {
      hint: 'boxcutter synth shows the reason.',
    });
  }
  const presets = isJsonObject(inCode) ? inCode : undefined;
  return { name: of, packageName, format: 'package', schema, presets, schemaName: 'configuration schema' };
}

function documentOf(of: Configurable, keys: readonly ConfigKey[], wantsExample: boolean): object {
  const example = wantsExample ? exampleFor(of)?.text : undefined;
  return {
    schema: CONFIG_SCHEMA,
    bundle: of.name,
    format: of.format,
    keys,
    ...defined({ configSchema: of.schema, example }),
  };
}

async function typesOf(of: Configurable): Promise<string> {
  const { schemaToTypes } = await import('../typescript/index.js');
  return schemaToTypes(needed(of), `${of.packageName}-config`, { subject: `The configuration schema of ${of.name}` });
}

/** Without a schema, the values that a chart has show what it takes. */
function shown({ schema, presets }: Configurable): JsonObject | undefined {
  return schema ?? (presets === undefined ? undefined : {});
}

function exampleFor(of: Configurable): ConfigExample | undefined {
  const known = shown(of);
  return known === undefined ? undefined : exampleOf(known, { values: of.presets });
}

function exampleText(of: Configurable): string {
  const example = exampleFor(of);
  if (example === undefined) return `# ${oneLine(nothingSentence(of))}\n{}\n`;
  if (example.hasPlaceholders) note('Replace each CHANGE-ME, and remove the "# " before each line that you need.');
  return `# Configuration of ${oneLine(of.name)}\n\n${example.text}`;
}

/** @throws BoxcutterError `config-schema-missing` */
function needed(of: Configurable): JsonObject {
  if (of.schema !== undefined) return of.schema;
  throw new BoxcutterError('config-schema-missing', 'input', nothingSentence(of), {
    hint: 'Ask its author for metadata/config-schema.yaml.',
  });
}

function nothingSentence({ name, schema, schemaName }: Configurable): string {
  if (schema !== undefined) return `${name} takes no configuration, or its schema names no keys.`;
  return `${name} has no ${schemaName}, so boxcutter cannot check a configuration; `
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
