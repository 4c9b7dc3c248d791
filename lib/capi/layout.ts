/**
 * The manifest folders of a provider's image: `/capi-operator-manifests/<profile>/{metadata.yaml,manifests.yaml}`, as the operator reads
 * them, and `/capi-manifests/{metadata.json,manifests}` of its design. Nothing else of an image is looked at.
 */
import type { JsonObject } from '../api';
import { sha256 } from '../api/canonical-json';
import { defined } from '../defined';
import type { Profile } from './component';
import { valueOf } from './documents';
import { manifestsError } from './error';

export const PROFILES_FOLDER = 'capi-operator-manifests';
export const DESIGN_FOLDER = 'capi-manifests';

/** Files of an image by path, as `BundleFiles` has them. */
export interface ManifestFiles {
  readonly origin: string;
  paths(): readonly string[];
  read(path: string): Buffer | undefined;
}

/** A profile of an image; `profile` is the name of its folder, absent in the layout of the design. */
export interface ImageProfile {
  readonly profile?: string;
  readonly content: Profile;
}

/** Bytes of a metadata file. */
const MOST_METADATA = 1024 * 1024;
/** Bytes of a manifest file. */
const MOST_MANIFESTS = 16 * 1024 * 1024;
/** Folders in an image. */
const MOST_PROFILES = 32;
const PROFILE_NAME = /^[a-zA-Z0-9_-]{1,255}$/;
const CONTENT_ID = /^(?:sha256:)?[0-9a-f]{64}$/;

/** In which order types are installed that say no order of their own. */
export const INSTALL_ORDERS: Readonly<Record<string, number>> = { core: 10, infrastructure: 20 };
export const LAST_ORDER = 30;

/**
 * All profiles of an image, in the order of their names. An image without such a folder has none.
 * @throws BoxcutterError `capi-manifests`: one of two files is missing, or cannot be read
 */
export function profilesOf(files: ManifestFiles): readonly ImageProfile[] {
  const folders = new Set(files.paths().flatMap((path) => {
    const [top, folder, file, ...more] = path.split('/');
    return top === PROFILES_FOLDER && folder !== undefined && file !== undefined && more.length === 0 ? [folder] : [];
  }));
  if (folders.size > MOST_PROFILES) throw manifestsError(files.origin, `it has more than ${MOST_PROFILES} profiles`);
  const profiles = [...folders].sort().flatMap((folder) => profileIn(files, folder) ?? []);
  const design = designOf(files);
  return design === undefined ? profiles : [...profiles, { content: design }];
}

/** Undefined: neither of the two files is there. */
function profileIn(files: ManifestFiles, folder: string): ImageProfile | undefined {
  const path = `${PROFILES_FOLDER}/${folder}`;
  const pair = pairOf(files, `${path}/metadata.yaml`, `${path}/manifests.yaml`);
  if (pair === undefined) return undefined;
  if (!PROFILE_NAME.test(folder)) throw manifestsError(
    `${files.origin}, /${PROFILES_FOLDER}`, 'a profile has letters, digits, - and _ in its name',
  );
  const { metadata, manifests, where } = pair;
  const attributes = metadata['attributes'] ?? {};
  const { type, version } = attributes as JsonObject;
  const installOrder = metadata['installOrder'] ?? 0;
  if (!Number.isSafeInteger(installOrder)) throw manifestsError(where, 'installOrder is no whole number');
  const content: Profile = {
    name: text(metadata, 'name', where, true) ?? '',
    installOrder: installOrder as number,
    platform: text(metadata, 'ocpPlatform', where) ?? '',
    ...defined({ type: typeof type === 'string' ? type : undefined, version: typeof version === 'string' ? version : undefined }),
    ...placeholderOf(text(metadata, 'selfImageRef', where)),
    manifests,
  };
  return { profile: folder, content };
}

function designOf(files: ManifestFiles): Profile | undefined {
  const pair = pairOf(files, `${DESIGN_FOLDER}/metadata.json`, `${DESIGN_FOLDER}/manifests`);
  if (pair === undefined) return undefined;
  const { metadata, manifests, where } = pair;
  const type = text(metadata, 'providerType', where, true) ?? '';
  const declared = text(metadata, 'contentID', where);
  const actual = sha256(manifests).toString('hex');
  if (declared !== undefined && (!CONTENT_ID.test(declared) || !declared.endsWith(actual))) {
    throw manifestsError(where, `contentID is ${declared.slice(0, 80)}, and the manifests have ${actual}`);
  }
  return {
    name: text(metadata, 'providerName', where, true) ?? '',
    installOrder: INSTALL_ORDERS[type] ?? LAST_ORDER,
    platform: text(metadata, 'ocpPlatform', where) ?? '',
    type,
    ...defined({ version: text(metadata, 'providerVersion', where) }),
    ...placeholderOf(text(metadata, 'imageName', where)),
    manifests,
  };
}

interface Pair {
  readonly metadata: JsonObject;
  readonly manifests: string;
  readonly where: string;
}

function pairOf(files: ManifestFiles, metadataPath: string, manifestsPath: string): Pair | undefined {
  const [metadata, manifests] = [files.read(metadataPath), files.read(manifestsPath)];
  if (metadata === undefined && manifests === undefined) return undefined;
  const missing = metadata === undefined ? metadataPath : manifests === undefined ? manifestsPath : undefined;
  if (metadata === undefined || manifests === undefined) throw manifestsError(files.origin, `/${missing ?? ''} is missing`);
  const where = `${files.origin}, /${metadataPath}`;
  if (metadata.length > MOST_METADATA) throw manifestsError(where, `it has more than ${MOST_METADATA} bytes`);
  if (manifests.length > MOST_MANIFESTS) throw manifestsError(
    `${files.origin}, /${manifestsPath}`, `it has more than ${MOST_MANIFESTS} bytes`,
  );
  const value = valueOf(metadata.toString('utf8'), where);
  if (value === undefined) throw manifestsError(where, 'it is empty');
  return { metadata: value, manifests: manifests.toString('utf8'), where };
}

function text(metadata: JsonObject, key: string, where: string, isRequired = false): string | undefined {
  const value = metadata[key];
  if (value === undefined || value === null || value === '') {
    if (isRequired) throw manifestsError(where, `${key} is missing`);
    return undefined;
  }
  if (typeof value !== 'string') throw manifestsError(where, `${key} is no text`);
  return value;
}

function placeholderOf(text: string | undefined): Pick<Profile, 'placeholder'> {
  return text === undefined ? {} : { placeholder: { text, times: 'all' } };
}
