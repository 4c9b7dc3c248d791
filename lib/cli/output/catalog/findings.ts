/** What is wrong with a catalog: the findings for documents, and as a tree for people. */
import { findingTree, validateCatalog, type ValidationOptions } from '../../../catalog/validate';
import type { LoadedCatalog } from '../../../catalog';
import { defined } from '../../../defined';
import { compareOrigins, type Finding, type Issue, isError } from '../../../issue';
import { oneLine } from '../../../plain-text';
import type { Paint } from '../terminal/paint';

/** A finding with what it is about, so that programs need not read it out of the message. */
export interface CatalogFinding extends Finding {
  readonly file?: string;
  readonly line?: number;
  readonly document?: number;
  readonly package?: string;
  readonly channel?: string;
  readonly bundle?: string;
}

/** Errors first, then by file and line; how many more there are comes last. */
export function catalogFindings(loaded: LoadedCatalog, options: ValidationOptions): readonly CatalogFinding[] {
  const { issues, findings } = validateCatalog(loaded, options);
  return issues
    .map((issue, index) => ({ issue, finding: findings[index], index }))
    .sort((a, b) => compareIssues(a.issue, b.issue) || a.index - b.index)
    .flatMap(({ issue, finding }) => (finding === undefined ? [] : [{ ...finding, ...placeOf(issue) }]));
}

function compareIssues(a: Issue, b: Issue): number {
  const bySeverity = Number(isError(b)) - Number(isError(a));
  const byRest = Number(a.code === 'catalog-more') - Number(b.code === 'catalog-more');
  return bySeverity || byRest || compareOrigins(a.origin ?? { source: '' }, b.origin ?? { source: '' });
}

function placeOf({ origin, data }: Issue) {
  const { source: file, line, document } = origin ?? { source: undefined };
  const name = (key: string): string | undefined => (typeof data[key] === 'string' && data[key] !== '' ? data[key] : undefined);
  return defined({ file, line, document, package: name('package'), channel: name('channel'), bundle: name('bundle') });
}

/** A hint stands below the first finding that has it. */
export function catalogFindingLines(title: string, findings: readonly CatalogFinding[], colours: Paint): readonly string[] {
  const given = new Set<string>();
  return findingTree(title, findings.map((finding) => {
    const { message, origin, hint, severity, path, package: packageName, channel, bundle } = finding;
    const place = [origin, path].filter((part) => part !== undefined && part !== '').join(': ');
    const word = severity === 'warning' ? colours.yellow('warning: ') : '';
    const line = `${word}${oneLine(message)}${place === '' ? '' : colours.dim(`  [${oneLine(place)}]`)}`;
    const isNew = hint !== undefined && !given.has(hint);
    if (isNew) given.add(hint);
    const lines = isNew ? [line, colours.dim(`→ ${oneLine(hint)}`)] : [line];
    return { severity, lines, ...defined({ package: packageName, channel, bundle }) };
  }));
}
