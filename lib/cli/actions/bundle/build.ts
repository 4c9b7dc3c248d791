import { parseImageReference, buildImage } from '../../../image';
import { type Bundle, type BundleFiles, readBundle } from '../../../formats';
import { CAPI_FORMAT, PACKAGE_FORMAT } from '../../../formats/detect/known-formats';
import { checkRendering } from '../../../formats/export';
import { BoxcutterError } from '../../../errors';
import { isBuilt, namesProject, readBuildInput, readPackage, readProject } from '../../../source/build';
import type { BundleBuildArgs } from '../../commands/bundle/build';
import { deliver, placesOf } from './deliver';
import { builtProvider, existingProvider, refuseOptionsOfProvider, releaseProvider } from './provider';
import { refuseIssues } from '../../../source';
import { note } from '../../output/note';
import { isError } from '../../../issue';
import { providerOf } from '../../../capi/produce';

export { BUILD_SCHEMA } from './deliver';

/**
 * Writes a bundle as folder, image layout, archive, or into a registry. Nothing is written before it has been read back and rendered.
 * @throws BoxcutterError category `input` with everything that is wrong with it
 */
export async function bundleBuild(args: BundleBuildArgs): Promise<number> {
  const { path, app, provider: release } = args;
  if (path !== undefined && app !== undefined) {
    throw new BoxcutterError('usage-build', 'input', 'A path and an app are given, and only one of them can be built.', {
      hint: 'Leave one of them out.',
    });
  }
  const folder = path === undefined ? undefined : existingProvider(path);
  const places = placesOf(args, folder !== undefined || (path !== undefined && isBuilt(path, args)));
  // Before anything is read: what cannot be pushed to is a mistake of the command line.
  if (args.push !== undefined) parseImageReference(args.push);
  if (release !== undefined) {
    await deliver(builtProvider(releaseProvider(release, args, note)), places, args);
    return 0;
  }
  refuseOptionsOfProvider(args);
  const files = folder ?? await filesOf(args);
  if (typeof files === 'number') return files;
  const provider = args.format === undefined || args.format === CAPI_FORMAT ? providerOf(files) : undefined;
  if (provider !== undefined) {
    await deliver(builtProvider(provider), places, args);
    return 0;
  }
  const { name, packageName, version, format } = checked(files, note);
  await deliver({ name, packageName, version, format, files, image: buildImage(files) }, places, args);
  return 0;
}

async function filesOf(args: BundleBuildArgs): Promise<BundleFiles | number> {
  const { path, app } = args;
  if (args.format === PACKAGE_FORMAT && (path === undefined || !isBuilt(path, args))) return readPackage(path ?? '.', app, args, note);
  if (path === undefined || (!isBuilt(path, args) && namesProject(path))) return readProject(path, app, args, note);
  return readBuildInput(path, args, note);
}

/** What its users will do with it, done once before anything is written. */
function checked(files: BundleFiles, onNote: (note: string) => void): Bundle {
  const { bundle, issues } = readBundle(files);
  const errors = [...issues, ...(bundle === undefined ? [] : checkRendering(bundle))].filter(isError);
  refuseIssues(errors, onNote, 'The bundle');
  if (bundle === undefined) throw new BoxcutterError('bundle-unreadable', 'input', `${files.origin} could not be read.`);
  return bundle;
}
