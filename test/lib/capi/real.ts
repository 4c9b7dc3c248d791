/** Manifests of real providers (`BOXCUTTER_CAPI`), as ConfigMaps and as files of images. Tests that need them are skipped without. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROFILES_FOLDER, profilesOf, transportComponents, type Component, type TransportConfigMap } from '../../../lib/capi';
import { parseDocuments } from '../../../lib/yaml';
import { filesOf } from './samples';

export const CAPI_FOLDER = process.env['BOXCUTTER_CAPI'] ?? '';
export const describeReal = CAPI_FOLDER === '' ? describe.skip : describe;

export function realConfigMap(provider: string, release: string): TransportConfigMap {
  const path = join(CAPI_FOLDER, provider, `transport-${release}`, 'configmap.yaml');
  const [document] = parseDocuments(readFileSync(path, 'utf8'), path).documents;
  return document?.value as unknown as TransportConfigMap;
}

/** Files of the manifest folders of an image, by path. Images of releases with transport ConfigMaps have none, but for their program. */
export function realImageFiles(provider: string, release: string): Readonly<Record<string, string>> {
  const folder = join(CAPI_FOLDER, provider, `image-${release}`);
  if (existsSync(join(CAPI_FOLDER, provider, `transport-${release}`))) return { 'usr/bin/manager': `${provider} ${release}` };
  return Object.fromEntries(readdirSync(folder).flatMap((profile) => ['metadata.yaml', 'manifests.yaml'].map((file) =>
    [`${PROFILES_FOLDER}/${profile}/${file}`, readFileSync(join(folder, profile, file), 'utf8')])));
}

/** All components of these providers of a release, from whichever source there is. */
export function realComponents(providers: readonly string[], release: string): readonly Component[] {
  return providers.flatMap((provider) => {
    const image = `registry.test/${provider}@sha256:${'0'.repeat(64)}`;
    if (existsSync(join(CAPI_FOLDER, provider, `transport-${release}`))) {
      return transportComponents([realConfigMap(provider, release)], { release, images: () => image });
    }
    if (!existsSync(join(CAPI_FOLDER, provider, `image-${release}`))) return [];
    const profiles = profilesOf(filesOf(realImageFiles(provider, release), image));
    return profiles.map(({ profile, content }) => ({ profile: content, image, source: { image, ...(profile === undefined ? {} : { profile }) } }));
  });
}
