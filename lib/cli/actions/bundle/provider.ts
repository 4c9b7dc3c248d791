/** Providers for the Cluster API operator: of the YAML of a release, of what an app declares, or of a folder that exists. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DESIGN_FOLDER, PROFILES_FOLDER } from '../../../capi';
import { manifestsOfRelease, type Provider, providerFiles, type ProviderDescription } from '../../../capi/produce';
import { defined } from '../../../defined';
import { BoxcutterError, messageOf } from '../../../errors';
import { type BundleFiles, bundleFilesFromDirectory } from '../../../formats';
import { CAPI_FORMAT } from '../../../formats/detect/known-formats';
import { imageOfFiles } from '../../../image';
import { decodeUtf8 } from '../../../yaml';
import type { BundleBuildArgs } from '../../commands/bundle/build';
import type { Built } from './deliver';

type OnNote = (note: string) => void;

/** Of each option that says something of a provider: how it is called. */
const OF_RELEASES = {
  providerType: '--provider-type', platform: '--platform', selfImage: '--self-image', profile: '--profile', installOrder: '--install-order',
  certificates: '--certificates',
} as const satisfies Partial<Record<keyof BundleBuildArgs, string>>;
const OF_BUNDLES = {
  name: '--name', app: '--app', channels: '--channels', defaultChannel: '--default-channel', kubernetesVersion: '--kubernetes-version',
} as const satisfies Partial<Record<keyof BundleBuildArgs, string>>;

/**
 * @throws BoxcutterError category input: `usage-build`, `usage-option`, `manifests-unreadable`; `capi-provider`, `capi-manifests` with what
 *   is wrong in the files
 */
export function releaseProvider(release: readonly string[], args: BundleBuildArgs, onNote: OnNote): Provider {
  const { path, format = CAPI_FORMAT, package: name, packageVersion: version, providerType: type, platform } = args;
  const strange = Object.entries(OF_BUNDLES).find(([key]) => args[key as keyof typeof OF_BUNDLES] !== undefined);
  if (strange !== undefined) throw meansNothing(`A release of a provider has no use for ${strange[1]}.`, strange[1]);
  if (path !== undefined || format !== CAPI_FORMAT) throw new BoxcutterError(
    'usage-build', 'input', `--provider names the files of a release, which are built with --format ${CAPI_FORMAT} alone.`, {
      hint: path === undefined ? `Give --format ${CAPI_FORMAT}.` : 'Leave the path out, or --provider.',
    },
  );
  const missing = [['--package', name], ['--package-version', version], ['--provider-type', type]].flatMap(([option, given]) => (
    given === undefined ? [option] : []
  ));
  if (name === undefined || version === undefined || type === undefined) throw new BoxcutterError(
    'usage-build', 'input', `The release does not say what the provider is; missing: ${missing.join(', ')}.`, {
      hint: 'For example: --package cluster-api-provider-aws --package-version v2.10.0 --provider-type infrastructure --platform AWS',
    },
  );
  const description: ProviderDescription = {
    name, version, type, ...defined({ platform, image: args.selfImage, profile: args.profile, installOrder: args.installOrder }),
  };
  const texts = release.map((file) => ({ origin: file, text: textOf(file) }));
  const { manifests, notes } = manifestsOfRelease(texts, defined({ namespace: args.namespace, certificates: args.certificates }));
  const provider = providerFiles(description, manifests);
  notes.forEach(onNote);
  return provider;
}

/** @throws BoxcutterError `usage-option` (input): an option that says something of a release, and there is none */
export function refuseOptionsOfProvider(args: BundleBuildArgs): void {
  const strange = Object.entries(OF_RELEASES).find(([key]) => args[key as keyof typeof OF_RELEASES] !== undefined);
  if (strange === undefined) return;
  throw meansNothing(`${strange[1]} says something of a provider's release, and --provider names none.`, strange[1]);
}

/** A folder on this machine with the manifest folder of a provider in it; undefined: it has none. */
export function existingProvider(path: string): BundleFiles | undefined {
  const isProvider = [DESIGN_FOLDER, PROFILES_FOLDER].some((folder) => existsSync(join(path, folder)));
  return isProvider ? bundleFilesFromDirectory(path) : undefined;
}

/** Its image holds the manifest folders, and nothing else of where they come from. */
export function builtProvider({ files: all, profiles }: Provider): Built {
  const paths = all.paths().filter((path) => [DESIGN_FOLDER, PROFILES_FOLDER].some((folder) => path.startsWith(`${folder}/`)));
  const contents = paths.map((path) => [path, all.read(path) ?? Buffer.alloc(0)] as const);
  const { name = '', version } = profiles[0]?.content ?? {};
  return {
    name: `${name}${version === undefined ? '' : ` ${version}`}`, packageName: name, version, format: CAPI_FORMAT,
    files: { ...all, paths: () => paths }, image: imageOfFiles(contents),
  };
}

function meansNothing(message: string, option: string): BoxcutterError {
  return new BoxcutterError('usage-option', 'input', message, { hint: `Leave out ${option}.` });
}

function textOf(file: string): string {
  const unreadable = (why: string, cause?: unknown): BoxcutterError => new BoxcutterError(
    'manifests-unreadable', 'input', `${file} cannot be read: ${why}.`, { hint: 'Check path and permissions.', cause },
  );
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw unreadable(messageOf(error), error);
  }
  const text = decodeUtf8(bytes);
  if (text === undefined) throw unreadable('it is no UTF-8 text');
  return text;
}
