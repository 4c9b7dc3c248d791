/** Mistakes of an author with which OLM installs a bundle nonetheless, and with which nothing of it is lost. */
import type { Issue } from '../issue';
import { isHarmless } from '../yaml';
import { DEPENDENCIES_FILES } from './metadata/file-names';

/** The same issues, those among them as warnings. */
export function tolerated(issues: readonly Issue[]): Issue[] {
  return issues.map((issue) => (issue.severity === 'error' && isTolerable(issue) ? { ...issue, severity: 'warning' } : issue));
}

/** Is this one with which a bundle is installed all the same? */
export function isTolerable(issue: Issue): boolean {
  const { code, origin, path } = issue;
  // OLM converts what it is given to the one version it knows.
  if (code === 'csv-invalid') return path.length === 1 && path[0] === 'apiVersion';
  // OLM drops what its types do not have.
  if (code === 'csv-unknown-field') return true;
  // Rendering does not need what other packages a package wants.
  return DEPENDENCIES_FILES.some((file) => origin?.source === file) || isHarmless(issue);
}
