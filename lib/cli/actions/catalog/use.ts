/** `catalog use`: the catalogs of this user, in a small file. */
import { BoxcutterError } from '../../../errors';
import {
  type CatalogSource, catalogSources, lastingPlace, parseCatalogSource, SOURCES_VARIABLE, userCatalogs, userCatalogsFile, writeUserCatalogs,
} from '../../../source';
import type { UseArgs } from '../../commands/catalog/use';
import { EXIT } from '../../exit';
import { note } from '../../output/note';
import { isDocument, printDocument } from '../../output/print';
import { printLines } from '../../output/terminal/sink';
import { table } from '../../output/terminal/table';

export const CATALOG_SOURCES_SCHEMA = 'boxcutter.catalog-sources/v1';

export async function catalogUse({ catalogs = [], forget = [], output }: UseArgs): Promise<number> {
  const known = userCatalogs();
  // A path is meant from here, and will be read elsewhere.
  const added = catalogs.map(parseCatalogSource).map((source) => ({ ...source, where: lastingPlace(source.where) }));
  // Whether it is there, on this disk alone: a registry or server may be out of reach now.
  const { catalogNamed } = await import('../../../catalog-store/index.js');
  for (const { where } of added) catalogNamed(where);
  refuseUnknown(forget, known);
  const named = new Map(known.filter(({ name }) => !forget.includes(name)).map((source) => [source.name, source]));
  for (const source of added) named.set(source.name, source);
  if (added.length > 0 || forget.length > 0) writeUserCatalogs([...named.values()]);
  const { sources, from } = catalogSources();
  if (from === 'environment') note(`$${SOURCES_VARIABLE} is set, so it counts instead of ${userCatalogsFile()}.`);
  const document = { schema: CATALOG_SOURCES_SCHEMA, from, file: userCatalogsFile(), catalogs: sources };
  if (isDocument(output)) await printDocument(document, output);
  else if (sources.length === 0) printLines(['No catalog is in use. To use one: boxcutter catalog use NAME=WHERE']);
  else printLines(table(['CATALOG', 'PRIORITY', 'WHERE'], sources.map(({ name, priority, where }) => [name, String(priority), where])));
  return EXIT.done;
}

/** @throws BoxcutterError `catalog-source` (input) */
function refuseUnknown(forget: readonly string[], known: readonly CatalogSource[]): void {
  const unknown = forget.find((name) => !known.some((source) => source.name === name));
  if (unknown === undefined) return;
  const names = known.map(({ name }) => name);
  throw new BoxcutterError('catalog-source', 'input', `No catalog ${unknown} is in use.`, {
    hint: names.length === 0 ? 'None is in use.' : `In use: ${names.join(', ')}.`,
  });
}
