/** Everything that is wrong with a catalog that was read: with its files, and as a whole. */
import { type InWords, inWords } from '../../in-words';
import { hasErrors, isError, type Issue } from '../../issue';
import { type LoadedCatalog, loadWording } from '../load';
import { validationIssues, type ValidationOptions } from './validate';
import { validationWording } from './wording';

/** The words for all that can be wrong with a catalog. */
export const catalogWording = { ...loadWording, ...validationWording };

export type ValidatedCatalog = InWords<{
  /** There are no errors; warnings do not count. */
  readonly passed: boolean;
  readonly issues: readonly Issue[];
}>;

/** What is wrong within a blob; the blob itself is there. */
const WITHIN = new Set(['catalog-field-type', 'catalog-base64']);
/** Something is not there: it may be in what could not be read. */
const ABSENCES = new Set([
  'catalog-unknown-package', 'catalog-no-channel', 'catalog-entry-without-bundle', 'catalog-bundle-not-in-channel',
  'catalog-deprecated-unknown', 'catalog-deprecation-package', 'catalog-default-channel', 'catalog-package-property', 'catalog-empty',
]);

/**
 * Files first, then rules, then advice. Where a document could not be read, it is not reported that something is missing: it may be there.
 */
export function validateCatalog(
  { content, issues: unread }: Pick<LoadedCatalog, 'content' | 'issues'>, options: ValidationOptions = {},
): ValidatedCatalog {
  const isPartial = unread.some((issue) => isError(issue) && !WITHIN.has(issue.code));
  const found = validationIssues(content, options).filter(({ code }) => !isPartial || !ABSENCES.has(code));
  const issues = [...unread, ...found];
  return inWords({ passed: !hasErrors(issues), issues }, catalogWording);
}
