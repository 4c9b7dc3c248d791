/** The files of a provider, read back before they are given out; and the provider in files that exist. */
import { type BundleFiles, bundleFilesOf } from '../../formats';
import type { KubeObject } from '../../api';
import { profilesOf, type ImageProfile } from '../layout';
import { renderComponent } from '../render';
import { layoutOf, type ProviderDescription } from './description';
import { providerError } from './error';

export interface Provider {
  readonly files: BundleFiles;
  readonly profiles: readonly ImageProfile[];
  /** Of all profiles, with variables that nobody knows. */
  readonly objects: readonly KubeObject[];
}

/**
 * A provider as files.
 * @throws BoxcutterError `capi-provider` (input): what it says of itself cannot be; `capi-manifests`: the operator could not read it
 */
export function providerFiles(description: ProviderDescription, manifests: string): Provider {
  const { name, version, image } = description;
  const files = bundleFilesOf(`${name} ${version}`, Object.entries(layoutOf(description, manifests)));
  const found = providerOf(files);
  if (found === undefined || found.objects.length === 0) throw providerError(name, 'its manifests have no object');
  if (image !== undefined && !manifests.includes(image)) throw providerError(
    name, `the image ${image} does not stand in its manifests`, 'Name the image as the manifests spell it, or leave it out.',
  );
  return found;
}

/**
 * Undefined: the files have no manifest folder.
 * @throws BoxcutterError `capi-manifests`: they have one that the operator could not read
 */
export function providerOf(files: BundleFiles): Provider | undefined {
  const profiles = profilesOf(files);
  if (profiles.length === 0) return undefined;
  const objects = profiles.flatMap(({ content }) => (
    renderComponent({ profile: content, source: { image: files.origin }, image: undefined }, []).objects
  ));
  return { files, profiles, objects };
}
