/** From the source of a bundle to its content: first what it stands for now, then the files. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../api/canonical-json';
import { BoxcutterError } from '../../../errors';
import { bundleFilesFromArchive, bundleFilesFromDirectory, type BundleFiles, bundleFilesOf } from '../../../formats';
import { Budget } from '../../../formats/archive';
import { packedName } from '../../../formats/files/file-name';
import { type GitCredentials, gitFiles, type GitRef, resolveCommit } from '../../../git';
import { filesOf, openSource, parseImageReference, pathsWithin, type RegistryOptions } from '../../../image';
import { download, parseAddress } from '../../../source';
import { defined } from '../../../defined';
import { Lines } from '../../process';
import type { BundleSource } from '../model';
import type { ProvisionerClass } from '../names';
import { ConfigMapTree, folderOf } from './config-maps';
import { CONTENT_LIMITS, SOURCE_LIMITS } from './limits';
import { folderWithin } from './directory';
import { type ClusterReader, configMap, credentialsOf, pullSecretsOf } from './named-objects';

export interface SourcePlace {
  /** Reads ConfigMaps and Secrets. */
  readonly cluster: ClusterReader;
  /** Where these are. */
  readonly namespace: string;
  readonly registry?: RegistryOptions | undefined;
  /** Which addresses are not asked, whoever names them: this process would ask in its own name, from where it is. */
  readonly refuses: (address: string) => boolean;
  /** Folders of this machine whose folders may be sources. */
  readonly directories: readonly string[];
  readonly onNote: (note: string) => void;
}

export interface Located {
  /** The same source, but so that it always stands for the same content. */
  readonly resolved: BundleSource;
  /** Equal keys have equal content. Absent: only the content itself tells. */
  readonly key?: string;
  read(): Promise<BundleFiles>;
}

/**
 * @param signal breaks it off, and what it gives
 * @throws BoxcutterError `bundle-source-missing` (incomplete): what it names in the cluster is not there yet; what the source says
 */
export function locate(source: BundleSource, className: ProvisionerClass, place: SourcePlace, signal: AbortSignal): Promise<Located> {
  switch (source.type) {
    case 'image': return locateImage(source, required(source.image, 'image'), place, signal);
    case 'git': return locateGit(source, required(source.git, 'git'), className, { ...place, signal });
    case 'configMaps': return locateConfigMaps(source, required(source.configMaps, 'configMaps'), place);
    case 'directory': return locateDirectory(source, required(source.directory, 'directory'), place);
    case 'http': return locateHttp(source, required(source.http, 'http'), place, signal);
  }
}

/** The rules of the definition say the same; an older one may be on the server. */
function required<T>(given: T | undefined, type: string): T {
  if (given !== undefined) return given;
  throw new BoxcutterError('bundle-source', 'input', `bundle.spec.source.${type} must be set for source type "${type}"`);
}

async function locateImage(
  source: BundleSource, image: NonNullable<BundleSource['image']>, { registry: reach, refuses, ...place }: SourcePlace, signal: AbortSignal,
): Promise<Located> {
  const { registry, repository } = parseImageReference(image.ref);
  const pullSecrets = await pullSecretsOf(image.pullSecret, place);
  // Without a cache of layers: it gives what it has to whoever knows the digest, and the registry is to say who may have it.
  // And without the credentials of this process, which are not those of whoever writes Bundles.
  const registryOptions = { ...reach, refuses, signal, cache: false, pullSecrets, userCredentials: false } as const;
  const opened = await openSource(`oci://${image.ref}`, { mostLayer: SOURCE_LIMITS.packed, registry: registryOptions });
  if ('files' in opened) throw new BoxcutterError('bundle-source', 'input', `${image.ref} is not an image.`);
  const ref = `${registry}/${repository}@${opened.image.digest}`;
  return { resolved: { ...source, image: { ...image, ref } }, key: `image ${ref}`, read: () => filesOf(opened, ref, CONTENT_LIMITS) };
}

/** Of this process, whose memory they share. */
const GITS = new Lines(SOURCE_LIMITS.gitsAtOnce);

async function locateGit(
  source: BundleSource, git: NonNullable<BundleSource['git']>, className: ProvisionerClass,
  { refuses, signal, ...place }: SourcePlace & { readonly signal: AbortSignal },
): Promise<Located> {
  const { repository, directory = '', ref, auth } = git;
  const credentials = await credentialsOf(auth, repository, place);
  const { fetched } = SOURCE_LIMITS;
  const given = { repository, refuses, fetched, signal, ...defined({ credentials, insecure: auth?.insecureSkipVerify }) };
  const commit = await GITS.in('git', () => resolveCommit(given, ref as GitRef));
  // Of a plain bundle nothing else is read, and a repository may have much beside it.
  const isPlain = className === 'core-rukpak-io-plain';
  const keep = isPlain ? pathsWithin(['manifests', 'metadata']) : undefined;
  return {
    resolved: { ...source, git: { ...git, ref: { commit } } },
    // Of a commit the server is not asked anything, so what others have unpacked counts only for who has the same credentials.
    key: `git ${JSON.stringify([repository, commit, directory, isPlain, credentials === undefined ? '' : digestOf(credentials)])}`,
    read: () => GITS.in('git', () => gitFiles(given, commit, { directory, limits: CONTENT_LIMITS, ...defined({ keep }) })),
  };
}

/** Each key is a file; each ConfigMap has a folder. They are immutable, so their names stand for their content. */
async function locateConfigMaps(
  source: BundleSource, given: NonNullable<BundleSource['configMaps']>, place: SourcePlace,
): Promise<Located> {
  const tree = new ConfigMapTree(given.map(({ configMap: { name } }) => name));
  const all: (readonly [folder: string, uid: string])[] = [];
  for (const { configMap: { name }, path = '' } of given) {
    const folder = folderOf(path);
    const live = await configMap(name, place);
    tree.add({ name, folder, live });
    all.push([folder, live.metadata.uid ?? '']);
  }
  const hash = createHash('sha256').update(canonicalJson(all)).digest('hex');
  return {
    resolved: source, key: `configMaps ${hash}`,
    read: async () => bundleFilesOf(given.map(({ configMap: { name } }) => `configmap ${name}`).join(', '), tree.files),
  };
}

function digestOf(credentials: GitCredentials): string {
  return createHash('sha256').update(JSON.stringify([credentials.username, credentials.password])).digest('hex');
}

/** What is in it may change, so only the content itself tells. */
async function locateDirectory(
  source: BundleSource, { path }: NonNullable<BundleSource['directory']>, { directories }: SourcePlace,
): Promise<Located> {
  return {
    resolved: source,
    read: async () => {
      const files = bundleFilesFromDirectory(await folderWithin(path, directories));
      const budget = new Budget(path, CONTENT_LIMITS);
      const entries = files.paths().map((name) => {
        const content = files.read(name) ?? Buffer.alloc(0);
        budget.countEntry();
        budget.countFile(name, content.length);
        return [name, content] as const;
      });
      return { ...bundleFilesOf(path, entries), ...defined({ name: files.name, issues: files.issues }) };
    },
  };
}

async function locateHttp(
  source: BundleSource, { url, auth }: NonNullable<BundleSource['http']>, { refuses, ...place }: SourcePlace, signal: AbortSignal,
): Promise<Located> {
  if (auth?.insecureSkipVerify === true) {
    throw new BoxcutterError('bundle-source', 'input', 'insecureSkipVerify is not there for source type "http".', {
      hint: 'Give the certificate of the authority to the controllers with NODE_EXTRA_CA_CERTS.',
    });
  }
  const address = parseAddress(url);
  const credentials = await credentialsOf(auth, url, place);
  const authorization = credentials && `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;
  return {
    resolved: source,
    read: async () => {
      const bounds = { refuses, signal, limit: SOURCE_LIMITS.packed };
      const content = await download(address, { onNote: () => undefined, pauses: [], ...bounds, ...defined({ authorization }) });
      return { ...bundleFilesFromArchive(content, address.shown, CONTENT_LIMITS), name: packedName(address.url.pathname) };
    },
  };
}
