/** From the source of a bundle to its content: first what it stands for now, then the files. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../api/canonical-json';
import { BoxcutterError } from '../../../errors';
import { bundleFilesFromArchive, type BundleFiles, bundleFilesOf } from '../../../formats';
import { packedName } from '../../../formats/files/file-name';
import { gitFiles, type GitRef, resolveCommit } from '../../../git';
import { filesOf, openSource, parseImageReference, pathsWithin, type RegistryOptions } from '../../../image';
import { download, parseAddress } from '../../../source';
import { defined } from '../../../defined';
import type { BundleSource } from '../model';
import type { ProvisionerClass } from '../names';
import { type ClusterReader, configMap, credentialsOf, pullSecretsOf } from './named-objects';

export interface SourcePlace {
  /** Reads ConfigMaps and Secrets. */
  readonly cluster: ClusterReader;
  /** Where these are. */
  readonly namespace: string;
  readonly registry?: RegistryOptions | undefined;
  /** Repositories of this machine may be read. */
  readonly allowLocal: boolean;
  readonly onNote: (note: string) => void;
}

export interface Located {
  /** The same source, but so that it always stands for the same content. */
  readonly resolved: BundleSource;
  /** Equal keys have equal content. Absent: only the content itself tells. */
  readonly key?: string;
  read(): Promise<BundleFiles>;
}

/** @throws BoxcutterError `bundle-source-missing` (incomplete): what it names in the cluster is not there yet; what the source says */
export function locate(source: BundleSource, className: ProvisionerClass, place: SourcePlace): Promise<Located> {
  switch (source.type) {
    case 'image': return locateImage(source, required(source.image, 'image'), place);
    case 'git': return locateGit(source, required(source.git, 'git'), className, place);
    case 'configMaps': return locateConfigMaps(source, required(source.configMaps, 'configMaps'), place);
    case 'http': return locateHttp(source, required(source.http, 'http'), place);
  }
}

/** The rules of the definition say the same; an older one may be on the server. */
function required<T>(given: T | undefined, type: string): T {
  if (given !== undefined) return given;
  throw new BoxcutterError('bundle-source', 'input', `bundle.spec.source.${type} must be set for source type "${type}"`);
}

async function locateImage(
  source: BundleSource, image: NonNullable<BundleSource['image']>, place: SourcePlace,
): Promise<Located> {
  const { registry, repository } = parseImageReference(image.ref);
  const pullSecrets = await pullSecretsOf(image.pullSecret, place);
  const opened = await openSource(`oci://${image.ref}`, { registry: { ...place.registry, ...defined({ pullSecrets }) } });
  if ('files' in opened) throw new BoxcutterError('bundle-source', 'input', `${image.ref} is not an image.`);
  const ref = `${registry}/${repository}@${opened.image.digest}`;
  return { resolved: { ...source, image: { ...image, ref } }, key: `image ${ref}`, read: () => filesOf(opened, ref) };
}

async function locateGit(
  source: BundleSource, git: NonNullable<BundleSource['git']>, className: ProvisionerClass, place: SourcePlace,
): Promise<Located> {
  const { repository, directory = '', ref, auth } = git;
  const credentials = await credentialsOf(auth, place);
  const given = { repository, allowLocal: place.allowLocal, ...defined({ credentials, insecure: auth?.insecureSkipVerify }) };
  const commit = await resolveCommit(given, ref as GitRef);
  // Of a plain bundle nothing else is read, and a repository may have much beside it.
  const isPlain = className === 'core-rukpak-io-plain';
  const keep = isPlain ? pathsWithin(['manifests', 'metadata']) : undefined;
  return {
    resolved: { ...source, git: { ...git, ref: { commit } } },
    key: `git ${JSON.stringify([repository, commit, directory, isPlain])}`,
    read: () => gitFiles(given, commit, { directory, ...defined({ keep }) }),
  };
}

/** Each key is a file; each ConfigMap has a folder. They are immutable, so their names stand for their content. */
async function locateConfigMaps(
  source: BundleSource, given: NonNullable<BundleSource['configMaps']>, place: SourcePlace,
): Promise<Located> {
  const found = await Promise.all(given.map(async ({ configMap: { name }, path = '' }) => ({
    name, folder: folderOf(path), live: await configMap(name, place),
  })));
  const files = new Map<string, Buffer>();
  for (const { name, folder, live } of found) {
    if (live['immutable'] !== true) throw new BoxcutterError('bundle-source', 'input', `configmap "${name}" is not immutable`);
    const { data = {}, binaryData = {} } = live as { readonly data?: Record<string, string>; readonly binaryData?: Record<string, string> };
    const own = [
      ...Object.entries(data).map(([key, text]) => [key, Buffer.from(text)] as const),
      ...Object.entries(binaryData).map(([key, text]) => [key, Buffer.from(text, 'base64')] as const),
    ];
    for (const [key, content] of own) {
      const path = folder === '' ? key : `${folder}/${key}`;
      if (files.has(path)) {
        const names = found.map((one) => one.name).join(' ');
        throw new BoxcutterError('bundle-source', 'input', `duplicate path "${path}" found in configmaps [${names}]`);
      }
      files.set(path, content);
    }
  }
  const all = found.map(({ folder, live: { metadata: { uid } } }) => [folder, uid]);
  const hash = createHash('sha256').update(canonicalJson(all)).digest('hex');
  return {
    resolved: source, key: `configMaps ${hash}`,
    read: async () => bundleFilesOf(found.map(({ name }) => `configmap ${name}`).join(', '), files),
  };
}

function folderOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (!parts.includes('..') && !path.startsWith('/') && !path.includes('\0')) return parts.join('/');
  throw new BoxcutterError('bundle-source', 'input', `path ${JSON.stringify(path)} of a configmap is not within the bundle`);
}

async function locateHttp(source: BundleSource, { url, auth }: NonNullable<BundleSource['http']>, place: SourcePlace): Promise<Located> {
  if (auth?.insecureSkipVerify === true) {
    throw new BoxcutterError('bundle-source', 'input', 'insecureSkipVerify is not there for source type "http".', {
      hint: 'Give the certificate of the authority to the controllers with NODE_EXTRA_CA_CERTS.',
    });
  }
  const address = parseAddress(url);
  const credentials = await credentialsOf(auth, place);
  const authorization = credentials && `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;
  return {
    resolved: source,
    read: async () => {
      const content = await download(address, { onNote: () => undefined, pauses: [], ...defined({ authorization }) });
      return { ...bundleFilesFromArchive(content, address.shown), name: packedName(address.url.pathname) };
    },
  };
}
