/** The words for what is wrong with the files of a catalog and with the form of their blobs. */
import { formatPlainPath, type WordingOf } from '../../issue';
import { yamlWording } from '../../yaml';
import type { CatalogLoadIssues, Found } from './issues';

/** Every file is read, so most that is none of the catalog's is there by accident. */
const HIDE = 'Every file in the folder of a catalog is read, whatever its name. '
  + 'List files that do not belong to the catalog in a file .indexignore.';

const ownWording: WordingOf<CatalogLoadIssues> = {
  'catalog-sqlite': () => ({
    message: 'this is an SQLite catalog, a format that is no longer supported',
    hint: 'Convert it to a file-based catalog with opm 1.50 or older: opm migrate IMAGE FOLDER',
  }),
  'catalog-binary': ({ looksLike }) => (looksLike === 'utf-16'
    ? { message: 'the file is UTF-16 text', hint: 'Save it as UTF-8.' }
    : { message: `this is ${looksLike === undefined ? 'a binary file' : `a ${looksLike} archive`}, not YAML or JSON`, hint: HIDE }),
  'catalog-encoding': () => ({ message: 'the document is not UTF-8 text', hint: 'Save the file as UTF-8.' }),
  'catalog-syntax': ({ problem, column }) => ({ message: `this is not valid JSON: ${syntaxWords[problem]} (column ${column})` }),
  'catalog-cut': () => ({
    message: 'the file ends within this document (unexpected EOF)',
    hint: 'A closing bracket or quotation mark is missing, or the file was not written completely.',
  }),
  'catalog-document-too-large': ({ mebibytes }) => ({
    message: `the document is larger than ${mebibytes} MiB`, hint: 'Keep large content in the image of the bundle.',
  }),
  'catalog-too-deep': ({ depth }) => ({ message: `lists and objects nest more than ${depth} deep` }),
  'catalog-too-large': ({ mebibytes }) => ({
    message: `the catalog is larger than ${mebibytes} MiB; the rest is not read`, hint: 'Split it into several catalogs.',
  }),
  'catalog-too-many-documents': ({ most }) => ({
    message: `the catalog has more than ${most} documents; what comes after is not read`, hint: 'Split it into several catalogs.',
  }),
  'catalog-too-many-values': ({ most }) => ({
    message: `the catalog has more than ${most} names, edges, images and small properties; what comes after is not read`,
    hint: 'Split it into several catalogs.',
  }),
  'catalog-unreadable': ({ problem, reason }) => ({
    message: problem === 'other' ? `it cannot be read: ${reason}` : unreadableWords[problem],
    hint: problem === 'permission' ? 'Give the user that runs this the right to read it.' : undefined,
  }),
  'catalog-link': ({ problem }) => linkWords[problem],
  'catalog-special-file': () => ({ message: 'this is not a regular file', hint: HIDE }),
  'catalog-not-an-object': ({ found }) => ({
    message: `this is ${foundWords[found]}, not a blob of a catalog`,
    hint: found === 'list' ? 'Write the blobs one after another, with --- between them.' : HIDE,
  }),
  'catalog-other-file': () => ({ message: 'this is neither YAML nor JSON', hint: HIDE }),
  'catalog-duplicate-key': ({ key, keys }) => ({
    message: `duplicate keys for key ${JSON.stringify(key)}: ${keys.join(', ')}`,
    hint: 'Keys that differ only in case are equal; remove one of them.',
  }),
  'catalog-meta-type': ({ key, found }) => ({
    message: `expected value for key ${JSON.stringify(key)} to be a string, got ${foundWords[found]}`,
    hint: quoteHint(found),
  }),
  'catalog-missing-schema': ({ looksLike, blob }) => ({
    message: looksLike === 'manifest'
      ? 'this is a Kubernetes manifest, not a blob of a catalog'
      : `object '${blob}' is missing root schema field`,
    hint: looksLike === 'manifest' ? HIDE : 'Give every blob its schema, like schema: olm.bundle.',
  }),
  'catalog-field-type': ({ schema, name, package: packageName, expected, found }, { path }) => ({
    message: `parse ${kindWord(schema)}${named(packageName, name)}: expected ${expectedWords[expected]}, got ${foundWords[found]}`,
    hint: quoteHint(expected === 'text' ? found : 'list'), place: formatPlainPath(path),
  }),
  'catalog-base64': ({ schema, name, package: packageName }, { path }) => ({
    message: `parse ${kindWord(schema)}${named(packageName, name)}: this is not valid base64`, place: formatPlainPath(path),
  }),
  'catalog-more': ({ more }) => ({
    message: more === 1 ? 'there is 1 more mistake' : `there are ${more} more mistakes`, hint: 'Correct the others first.',
  }),
};

export const loadWording = { ...yamlWording, ...ownWording };

const syntaxWords = {
  unexpected: 'an unexpected character',
  string: 'a text that is not closed, or has an invalid character or escape',
  number: 'an invalid number',
  end: 'unexpected end',
  stray: 'text outside of an object',
};

const unreadableWords = { permission: 'it may not be read by this user', gone: 'it does not exist any more' };

const linkWords = {
  folder: {
    message: 'the link leads to a folder, and boxcutter does not follow such links',
    hint: 'Copy the files, or list the link in .indexignore.',
  },
  outside: { message: 'the link leaves the folder of the catalog', hint: 'Copy the file into the folder.' },
  broken: { message: 'the link leads nowhere', hint: 'Remove it.' },
};

const foundWords: Readonly<Record<Found, string>> = {
  list: 'a list', object: 'an object', text: 'just text', number: 'a number', boolean: 'a boolean', nothing: 'nothing',
};
const expectedWords = { text: 'a string', list: 'a list', object: 'an object' };

/** `bundle` of `olm.bundle`. */
function kindWord(schema: string): string {
  return schema.replace(/^olm\./, '');
}

function named(packageName: string | undefined, name: string | undefined): string {
  return [packageName, name].filter((part) => part !== undefined && part !== '').map((part) => ` ${JSON.stringify(part)}`).join('');
}

/** Versions and numbers of channels are the usual victims. */
function quoteHint(found: Found): string | undefined {
  return found === 'number' || found === 'boolean' ? 'Put the value in quotes.' : undefined;
}
