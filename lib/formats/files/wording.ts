/** What can be wrong with the files of a bundle, whatever its format, and the words for it. */
import type { None, WordingOf, Words } from '../../issue';
import { type YamlIssues, yamlWording } from '../../yaml';
import { issueMaker } from '../report';
import { inMebibytes } from './limits';

export interface FileIssues extends Pick<YamlIssues, 'yaml-encoding' | 'broken-link' | 'link-outside'> {
  'bundle-too-large': { readonly what: 'manifests' | 'file' | 'bundle' | 'app'; readonly limit: number; readonly unit: 'bytes' | 'files' };
  'bundle-subdirectory': { readonly folder: string };
  'metadata-invalid': { readonly problem: MetadataProblem };
  'link-to-folder': None;
  'special-file': None;
}

type MetadataProblem = 'several-documents' | 'empty' | 'no-mapping' | 'no-annotations' | 'annotation-type';

export const fileWording: WordingOf<FileIssues> = {
  'bundle-too-large': ({ what, limit, unit }) => {
    const { subject, hint } = tooLarge[what];
    return {
      message: `${subject} more than ${unit === 'files' ? `${limit} files` : inMebibytes(limit)}${what === 'manifests' ? ' together' : ''}`,
      hint,
    };
  },
  'bundle-subdirectory': ({ folder }) => ({
    message: 'subdirectories are not allowed within the "manifests" directory of the bundle image filesystem: '
      + `found ${JSON.stringify(folder)}`,
    hint: 'Move its manifests into manifests/ itself.',
  }),
  'yaml-encoding': yamlWording['yaml-encoding'],
  'metadata-invalid': ({ problem }) => metadata[problem],
  'broken-link': yamlWording['broken-link'],
  'link-outside': yamlWording['link-outside'],
  'link-to-folder': () => ({ message: 'the link leads to a folder', hint: 'Copy the folder, or remove the link.' }),
  'special-file': () => ({
    message: 'this is not a plain file but a pipe, a socket or a device',
    hint: 'Remove it; a bundle holds plain files.',
  }),
};

const tooLarge: Readonly<Record<FileIssues['bundle-too-large']['what'], { readonly subject: string; readonly hint?: string }>> = {
  manifests: { subject: 'the manifests have' },
  file: { subject: 'the file has', hint: 'Split it, or leave out what is not needed.' },
  bundle: {
    subject: 'the bundle has',
    hint: 'Name the folder that holds manifests/ and metadata/, or a chart, and nothing else.',
  },
  app: {
    subject: 'this is the folder of an app, not of a bundle: with the sources of the app it has',
    hint: 'Name the folder that the app writes (dist), or one that holds manifests/ and metadata/, or a chart, and nothing else.',
  },
};

const metadata: Readonly<Record<MetadataProblem, Words>> = {
  'several-documents': { message: 'the file has several documents; only one is read', hint: 'Put everything into one document.' },
  'empty': { message: 'the file is empty' },
  'no-mapping': { message: 'the file does not hold a mapping' },
  'no-annotations': { message: 'annotations is missing, or is not a mapping' },
  'annotation-type': { message: 'the value of an annotation is a text', hint: 'Quote it.' },
};

export const fileIssue = issueMaker<FileIssues>([]);
