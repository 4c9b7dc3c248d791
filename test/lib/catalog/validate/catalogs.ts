/** Small catalogs for tests: blobs as their authors write them. */
import {
  catalogFilesFromMap, loadCatalog, type LoadedCatalog, validateCatalog, type ValidatedCatalog,
} from '../../../../lib/catalog';

export type Json = Readonly<Record<string, unknown>>;

export const pack = (name: string, more: Json = {}): Json => ({ schema: 'olm.package', name, defaultChannel: 's', ...more });

export const channel = (name: string, entries: readonly (string | Json)[], more: Json = {}): Json => ({
  schema: 'olm.channel', name, package: 'p', entries: entries.map((entry) => (typeof entry === 'string' ? { name: entry } : entry)), ...more,
});

const DIGEST = `sha256:${'0'.repeat(64)}`;

export const bundle = (version: string, more: Json = {}): Json => {
  const image = `example.io/p@${DIGEST}`;
  return {
    schema: 'olm.bundle', name: `p.v${version}`, package: 'p', image, relatedImages: [{ name: '', image }],
    properties: [packageProperty(version)], ...more,
  };
};

export const packageProperty = (version: unknown, more: Json = {}): Json => ({
  type: 'olm.package', value: { packageName: 'p', version, ...more },
});

export const deprecations = (entries: readonly Json[], more: Json = {}): Json => ({ schema: 'olm.deprecations', package: 'p', entries, ...more });

/** A package with a channel whose entries are these, and a bundle for each version. */
export const withEntries = (versions: readonly string[], entries: readonly (string | Json)[]): readonly Json[] =>
  [pack('p'), channel('s', entries), ...versions.map((version) => bundle(version))];

export const load = (blobs: readonly Json[]): Promise<LoadedCatalog> => loadText(blobs.map((blob) => JSON.stringify(blob)).join('\n'));

export const loadText = (text: string, file = 'catalog.yaml'): Promise<LoadedCatalog> =>
  loadCatalog(catalogFilesFromMap('test', new Map([[file, text]])));

export const validate = async (blobs: readonly Json[]): Promise<ValidatedCatalog> => validateCatalog(await load(blobs));

/** What is wrong, in words; advice apart. */
export const errors = async (blobs: readonly Json[]): Promise<readonly string[]> =>
  (await validate(blobs)).findings.filter(({ severity }) => severity === 'error').map(({ message }) => message);

/** Codes of the advice. */
export const advice = async (blobs: readonly Json[]): Promise<readonly string[]> =>
  (await validate(blobs)).findings.filter(({ severity }) => severity === 'warning').map(({ code }) => code);
