/** `catalog why`: what the resolver makes of a package, bundle by bundle. */
import {
  dependencyCheck, failureWords, needsOf, type PackageRequest, type Resolution, resolveBundle, type ResolveRequest, solve,
} from '../../../catalog';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import { catalogSources, openCatalogs } from '../../../source';
import type { CatalogWhyArgs } from '../../commands/catalog/why';
import { EXIT } from '../../exit';
import { note } from '../../output/note';
import { isDocument, printDocument } from '../../output/print';
import { printLines } from '../../output/terminal/sink';
import { whyDocument } from './why/document';
import { installedFrom } from './why/installed-from';
import { whyLines } from './why/lines';

/**
 * Exit code 0, whatever the answer.
 * @throws BoxcutterError `catalog-unresolved` (input) where the question cannot be answered: no such package, a range that cannot be read,
 *   a catalog that cannot be read
 */
export async function catalogWhy(args: CatalogWhyArgs): Promise<number> {
  const opened = await openCatalogs(catalogSources(args.catalog).sources, { onNote: note, offline: args.offline });
  try {
    const { catalogs } = opened;
    const { package: packageName, from, kubeVersion, all, output } = args;
    const installed = from === undefined ? undefined : installedFrom(from, packageName, catalogs);
    if (installed?.isGuessed === true) {
      note(`No catalog has ${packageName} ${installed.version}; its bundle is assumed to be ${installed.name}.`);
    }
    const cluster = kubeVersion === undefined ? undefined : { kubeVersion };
    const request = requestOf(args);
    const world = { catalogs, installed: installed === undefined ? [] : [installed], ...defined({ cluster }) };
    const resolution = resolveBundle({
      ...request, catalogs, ...defined({ installed, cluster }), dependencies: dependencyCheck(world, request),
    });
    refuseUnanswerable(resolution);
    const solution = hasNeeds(resolution) ? solve({ ...world, wanted: [request] }) : undefined;
    if (isDocument(output)) await printDocument(whyDocument(resolution, solution), output);
    else printLines(whyLines(resolution, solution, { all }));
    return EXIT.done;
  } finally {
    await opened.close();
  }
}

function requestOf(
  { package: packageName, version, channel, upgradeConstraintPolicy: policy = 'CatalogProvided' }: CatalogWhyArgs,
): PackageRequest & Pick<ResolveRequest, 'policy'> {
  return { packageName, policy, ...defined({ version, channels: channel }) };
}

/** What has no candidates to show. */
function refuseUnanswerable(resolution: Resolution): void {
  if (resolution.failure === undefined || resolution.candidates.length > 0) return;
  const { message, hint } = failureWords(resolution);
  const { packageName, version, channels } = resolution.request;
  throw new BoxcutterError('catalog-unresolved', 'input', message, {
    hint, details: { packageName, ...defined({ version, channels }), found: resolution.failure.found, catalogs: resolution.selected },
  });
}

function hasNeeds(resolution: Resolution): boolean {
  return resolution.failure === undefined && needsOf(resolution.bundle.properties)?.length !== 0;
}

