/** What can be wrong with the files of a catalog and with the form of their blobs. The words for it are in wording.ts. */
import { issuesOf, type None } from '../../issue';

/** Kinds of JSON values, for messages. */
export type Found = 'list' | 'object' | 'text' | 'number' | 'boolean' | 'nothing';

/** Issues by their codes, with the data that each carries. */
export interface CatalogLoadIssues {
  'catalog-sqlite': None;
  'catalog-binary': { readonly looksLike?: 'gzip' | 'zip' | 'utf-16' };
  'catalog-encoding': None;
  /** Of JSON. */
  'catalog-syntax': {
    /** What stands there instead of what may stand there. */
    readonly problem: 'unexpected' | 'string' | 'number' | 'end' | 'stray';
    /** From 1, in characters. */
    readonly column: number;
  };
  /** The file ends within a document. */
  'catalog-cut': None;
  'catalog-document-too-large': { readonly mebibytes: number };
  'catalog-too-deep': { readonly depth: number };
  'catalog-too-large': { readonly mebibytes: number };
  'catalog-too-many-documents': { readonly most: number };
  /** Of those that are kept to look something up. */
  'catalog-too-many-values': { readonly most: number };
  'catalog-unreadable': {
    readonly problem: 'permission' | 'gone' | 'other';
    /** In the words of the operating system. */
    readonly reason: string;
  };
  'catalog-link': { readonly problem: 'folder' | 'outside' | 'broken' };
  'catalog-special-file': None;
  'catalog-not-an-object': { readonly found: Found };
  /** Neither YAML nor JSON, and its name does not say that it should be. */
  'catalog-other-file': None;
  'catalog-duplicate-key': { readonly key: string; readonly keys: readonly string[] };
  'catalog-meta-type': { readonly key: string; readonly found: Found };
  'catalog-missing-schema': {
    readonly looksLike?: 'manifest';
    /** Its beginning. */
    readonly blob: string;
  };
  'catalog-field-type': {
    readonly schema: string;
    readonly name?: string;
    readonly package?: string;
    readonly expected: 'text' | 'list' | 'object';
    readonly found: Found;
  };
  'catalog-base64': { readonly schema: string; readonly name?: string; readonly package?: string };
  'catalog-more': { readonly more: number };
}

export const catalogIssue = issuesOf<CatalogLoadIssues>();

export function kindOf(value: unknown): Found {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'list';
  const type = typeof value;
  return type === 'string' ? 'text' : type === 'number' ? 'number' : type === 'boolean' ? 'boolean' : 'object';
}
