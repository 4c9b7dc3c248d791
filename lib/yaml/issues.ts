/** What can be wrong with YAML and with files of manifests. The words for it are in wording.ts. */
import { issuesOf, type None } from '../issue';

/** Issues by their codes, with the data that each carries. No value of a text is among it: it may be part of a secret. */
export interface YamlIssues {
  'yaml-syntax': {
    /** In the words of the parser, without what it quotes of the text. */
    readonly reason: string;
    /** From 1. */
    readonly column?: number;
    /** The mistake that the parser's own words do not explain. */
    readonly looksLike?: 'tab';
  };
  'yaml-template': {
    /** Folder of the chart that it belongs to, where that is known. */
    readonly chart?: string;
  };
  /** `same`: both values are equal, so that nothing is lost, whichever is taken. */
  'yaml-duplicate-key': { readonly key: string; readonly same: boolean };
  'yaml-integer': None;
  'yaml-not-json': None;
  'yaml-tag': {
    readonly problem: 'unsupported' | 'unsupported-on-collection' | 'other-type' | 'binary';
    /** Of `other-type`: what the tag says, like `int`. */
    readonly type?: string;
  };
  /** `question`: a question mark right before a word in a flow collection. */
  'yaml-key': { readonly problem: 'collection' | 'null' | 'question' };
  'yaml-merge': None;
  'yaml-alias': None;
  'yaml-alias-limit': { readonly values: number };
  'yaml-more': { readonly more: number };
  /** `manifests`: among files that are manifests all of them. */
  'yaml-encoding': { readonly among?: 'manifests' };
  'yaml-too-large': { readonly mebibytes: number };
  'yaml-too-many-nodes': { readonly millions: number };
  'broken-link': { readonly leads: 'nowhere' | 'in-circles' };
  'link-outside': { readonly within: 'folder' | 'archive' };
  'not-an-object': { readonly found?: 'list' | 'nothing' | 'text' | 'number' | 'boolean' };
  'missing-kind': {
    readonly field: 'apiVersion' | 'kind';
    readonly problem: 'absent' | 'not-text';
    readonly of: 'document' | 'object';
  };
}

export const yamlIssue = issuesOf<YamlIssues>();
