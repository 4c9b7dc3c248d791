import { CONFIGS_LABEL, loadCatalog } from '../../../../catalog';
import { catalogInImage, compositionTarget, TEXT_FILE } from '../../../../source/catalog';
import { refuseIssues } from '../../../../source';
import { BoxcutterError } from '../../../../errors';
import type { Issue } from '../../../../issue';
import { copyOf, formatReference, labelsOf, openSource, parseImageReference, pushImage } from '../../../../image';
import { bundleNamed } from '../../../../formats/project';
import type { CatalogPushArgs } from '../../../commands/catalog/make/push';
import { isDocument } from '../../../output/print';
import { note } from '../../../output/note';
import { factsOf, printBuilt } from './built';
import { type CatalogImage, catalogImage } from './catalog-image';

/** An image goes as it is; of files one is built, when they are a catalog without errors. */
export async function catalogPush(args: CatalogPushArgs): Promise<number> {
  const target = parseImageReference(args.to ?? await ownTarget(args.from));
  const built = await builtImage(args);
  if (!isDocument(args.output)) note(`Pushing to ${formatReference(target)}`);
  const { reference } = await pushImage(built.image, target);
  await printBuilt({ ...factsOf(built), pushed: formatReference(reference) }, args.output);
  return 0;
}

/** @throws BoxcutterError `usage-push` (input): nothing says where it goes; `input-invalid` for a composition that cannot be read */
async function ownTarget(from: string): Promise<string> {
  const { kind, path } = { path: undefined, ...bundleNamed(from) };
  const issues: Issue[] = [];
  const target = kind === 'file' && path !== undefined && TEXT_FILE.test(path) ? await compositionTarget(path, issues) : undefined;
  refuseIssues(issues, note, `The composition ${from}`);
  if (target !== undefined) return target;
  throw new BoxcutterError('usage-push', 'input', `Nothing says where ${from} goes to.`, {
    hint: 'Name it: registry/name:tag. A composition may say it with repo and tag.',
  });
}

async function builtImage({ from: reference, platform, validate }: CatalogPushArgs): Promise<CatalogImage> {
  const { kind, path = reference } = { path: undefined, ...bundleNamed(reference) };
  if (kind === 'folder' || TEXT_FILE.test(path)) return catalogImage(reference, { validate, platform });
  const opened = await openSource(reference, { platform });
  if (!('image' in opened) || labelsOf(opened.image)[CONFIGS_LABEL] === undefined) {
    throw new BoxcutterError('catalog-image', 'input', `${reference} is not an image of a catalog.`, {
      hint: `Such an image has the label ${CONFIGS_LABEL}; boxcutter catalog build makes it.`,
    });
  }
  const loaded = await loadCatalog(await catalogInImage(opened));
  return { image: await copyOf(opened.source, opened.image), loaded, files: [] };
}
