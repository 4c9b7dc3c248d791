/** How rules report what they find. */
import { type Issue, type IssuePlace, type Segment } from '../../issue';
import type { BlobPlace } from '../model/blob';
import { type CatalogIssues, validationIssue } from './issues';

/** @param path within the blob */
export type Report = <Code extends keyof CatalogIssues>(
  code: Code, data: CatalogIssues[Code], place: BlobPlace | undefined, path?: readonly Segment[],
) => void;

/** @param take is given what is reported */
export function reporter(take: (issue: Issue) => void, severity: 'error' | 'warning'): Report {
  return (code, data, place, path = []) => {
    const where: IssuePlace = place === undefined ? {} : { origin: { source: place.file, line: place.line, document: place.document } };
    take(validationIssue(code, data, { severity, path, ...where }));
  };
}

/** Of the same blob another time. */
export function firstOf({ file, line, document }: BlobPlace): Pick<BlobPlace, 'file' | 'line' | 'document'> {
  return { file, line, document };
}
