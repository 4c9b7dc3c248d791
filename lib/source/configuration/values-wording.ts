/** What can be wrong with a file of configuration values, and the words for it. */
import { issuesOf, type WordingOf } from '../../issue';

export interface ValuesIssues {
  'config-invalid': { readonly problem: 'several-documents' | 'no-mapping' };
}

export const valuesWording: WordingOf<ValuesIssues> = {
  'config-invalid': ({ problem }) => (problem === 'several-documents'
    ? { message: 'the file has several documents', hint: 'Put the configuration into one document, or give several files.' }
    : { message: 'the configuration is not a mapping of keys to values', hint: 'Write it as key: value.' }),
};

export const valuesIssue = issuesOf<ValuesIssues>();
