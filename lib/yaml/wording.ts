/** The words for issues about YAML and files of manifests. */
import { formatPlainPath, type WordingOf } from '../issue';
import { shellWord } from '../shell-word';
import type { YamlIssues } from './issues';

export const yamlWording: WordingOf<YamlIssues> = {
  'yaml-syntax': ({ reason, column, looksLike }) => ({
    message: `this is not valid YAML: ${reason}${column === undefined ? '' : ` (column ${column})`}`,
    hint: looksLike === 'tab' ? 'YAML is indented with spaces; there is a tab.' : undefined,
  }),
  'yaml-template': ({ chart }) => ({
    message: 'this looks like a Helm template, not a manifest',
    hint: chart === undefined
      ? 'Name the folder of its chart instead, or give the output of helm template.'
      : `Name the folder of its chart instead: ${shellWord(chart)}`,
  }),
  'yaml-duplicate-key': ({ key, same }, issue) => ({
    message: `the key "${key}" is there twice${same ? ', with the same value' : ''}`,
    hint: `Remove one of them${same ? '' : '; kubectl would silently take the last'}.`,
    place: formatPlainPath(issue.path),
  }),
  'yaml-integer': (_, issue) => ({
    message: 'the integer is too large to be kept exactly',
    hint: 'Quote it, or use a smaller number (below 2^53).',
    place: formatPlainPath(issue.path),
  }),
  'yaml-not-json': (_, issue) => ({
    message: 'infinity and NaN have no equivalent in JSON',
    hint: 'Quote it if it is text.',
    place: formatPlainPath(issue.path),
  }),
  'yaml-tag': ({ problem, type = '' }, issue) => ({ ...tagWords[problem](type), place: formatPlainPath(issue.path) }),
  'yaml-key': ({ problem }, issue) => ({ ...keyWords[problem], place: formatPlainPath(issue.path) }),
  'yaml-merge': (_, issue) => ({
    message: 'the value of "<<" is not a mapping',
    hint: 'Give an alias of a mapping, or a list of such aliases.',
    place: formatPlainPath(issue.path),
  }),
  'yaml-alias': (_, issue) => ({
    message: 'the alias refers to no anchor before it',
    hint: 'Define the anchor first; quote the value if it is text that begins with "*".',
    place: formatPlainPath(issue.path),
  }),
  'yaml-alias-limit': ({ values }, issue) => ({
    message: `aliases add more than ${values} values or nest too deeply`,
    hint: 'Write the values out.',
    place: formatPlainPath(issue.path),
  }),
  'yaml-more': ({ more }) => ({
    message: more === 1 ? 'there is 1 more mistake like these' : `there are ${more} more mistakes like these`,
    hint: 'Correct the others first.',
  }),
  'yaml-encoding': ({ among }) => ({
    message: 'the file is not UTF-8 text',
    hint: among === 'manifests' ? 'Only manifests belong here; save them as UTF-8.' : 'Save it as UTF-8.',
  }),
  'yaml-too-many-nodes': ({ millions }) => ({ message: `the file has more than ${millions} million lines and values`, hint: 'Split it.' }),
  'yaml-too-large': ({ mebibytes }) => ({ message: `the file is larger than ${mebibytes} MiB`, hint: 'Split it.' }),
  'broken-link': ({ leads }) => ({
    message: leads === 'nowhere' ? 'the link leads nowhere' : 'the link leads in circles',
    hint: 'Remove it.',
  }),
  'link-outside': ({ within }) => ({
    message: 'the link leaves the folder',
    hint: within === 'folder' ? 'Copy the file into the folder.' : 'Put the file in its place.',
  }),
  'not-an-object': ({ found }) => (found === undefined
    ? { message: 'this is not a Kubernetes object' }
    : { message: `this is ${nonObjects[found]}, not a Kubernetes object`, hint: 'An object has apiVersion, kind and metadata.' }),
  'missing-kind': ({ field, problem, of }) => ({
    message: problem === 'absent' ? `the ${of} has no ${field}` : `${field} is not a string`,
    hint: 'Every Kubernetes object names its apiVersion and kind.',
  }),
};

const tagWords = {
  'unsupported': () => ({ message: 'the tag is not supported', hint: 'Remove the tag; quote the value if it is text.' }),
  'unsupported-on-collection': () => ({ message: 'the tag is not supported', hint: 'Remove the tag.' }),
  'other-type': (type: string) => ({ message: `the value is not a valid ${type}`, hint: 'Remove the tag, or correct the value.' }),
  'binary': () => ({
    message: 'the !!binary value is not UTF-8 text, so JSON cannot hold it',
    hint: 'Remove the tag, and use a field that takes base64.',
  }),
};

const keyWords = {
  collection: { message: 'a mapping key is a list or a mapping', hint: 'Keys must be strings.' },
  null: { message: 'a mapping key is null', hint: 'Quote the key, or give it a name.' },
  question: {
    message: 'a question mark stands right before a word in a flow collection, which kubectl reads as the sign of a key',
    hint: 'Quote the word, or put a blank after the question mark.',
  },
};

const nonObjects = { list: 'a list', nothing: 'empty', text: 'just text', number: 'just a number', boolean: 'just a boolean' };
