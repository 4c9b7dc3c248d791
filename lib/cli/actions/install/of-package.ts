/** What can be configured of a package in a catalog: from what the catalog says of it, else from its bundle. */
import { isJsonObject, type JsonObject, PROPERTY_CONFIG_SCHEMA } from '../../../api';
import { bundleFormatOf, type CatalogBundle, explanationWords, type Resolved, resolveBundle } from '../../../catalog';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import { type BundleSource, catalogSources, openCatalogs, type OpenedCatalogs, openChosen } from '../../../source';
import { note } from '../../output/note';
import { choiceOf, installIntent, requestOf } from './intent';

export interface PackageArgs {
  readonly catalog?: readonly string[] | undefined;
  readonly version?: string | undefined;
  readonly channel?: readonly string[] | undefined;
  readonly offline?: boolean | undefined;
}

export type FoundConfiguration =
  | { readonly from: 'catalog'; readonly name: string; readonly format: string; readonly schema: JsonObject }
  | { readonly from: 'bundle'; readonly source: BundleSource };

/**
 * Of the version that a first install would choose. Nothing is pulled where the catalog has its schema.
 * @throws BoxcutterError `catalog-unresolved`, and what opening catalogs and bundles says
 */
export async function configurationOfPackage(packageName: string, args: PackageArgs): Promise<FoundConfiguration> {
  const opened = await openCatalogs(catalogSources(args.catalog).sources, { onNote: note, offline: args.offline });
  try {
    const found = resolved(packageName, args, opened);
    const schema = await opened.property(found.catalog, found.bundle, PROPERTY_CONFIG_SCHEMA);
    if (isJsonObject(schema)) return { from: 'catalog', name: found.bundle.name, format: bundleFormatOf(found.bundle), schema };
    return { from: 'bundle', source: await pulled(packageName, found, args, opened) };
  } finally {
    await opened.close();
  }
}

function resolved(packageName: string, args: PackageArgs, { catalogs }: OpenedCatalogs): Resolved {
  const request = requestOf(installIntent(packageName, packageName, args));
  const resolution = resolveBundle({ ...request, catalogs, policy: 'CatalogProvided' });
  if (resolution.failure === undefined) return resolution;
  const { message, hint } = explanationWords({ found: 'unresolved', packageName, resolution });
  throw new BoxcutterError('catalog-unresolved', 'input', message, { hint, details: { found: resolution.failure.found, packageName } });
}

async function pulled(
  packageName: string, { bundle, catalog }: Resolved, args: PackageArgs, opened: OpenedCatalogs,
): Promise<BundleSource> {
  const where = opened.sourceOf(catalog)?.where ?? '';
  const choice = choiceOf(installIntent(packageName, packageName, args), catalog, where);
  const carrying = await opened.carrying(catalog, bundle);
  const chosen = { ...chosenImage(bundle, choice, opened.folderOf(catalog)), ...defined({ carrying }) };
  return openChosen(chosen, {}, { onNote: note, offline: args.offline });
}

function chosenImage({ name, image, version }: CatalogBundle, catalog: ReturnType<typeof choiceOf>, folder: string | undefined) {
  return { name, image, properties: [], catalog, ...defined({ folder, version: version?.version.raw, release: version?.release }) };
}
