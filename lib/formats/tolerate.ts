/** Mistakes of an author with which OLM installs a bundle nonetheless, and with which nothing of it is lost. */
import type { Issue } from '../issue';
import { isHarmless } from '../yaml';
import { DEPENDENCIES_FILES } from './metadata/file-names';

export interface Judged {
  /** All of them; those that are overlooked as warnings. */
  readonly issues: readonly Issue[];
  readonly overlooked: readonly Issue[];
}

/**
 * What is an error for the author, and how it counts for who installs the bundle.
 * @param isOwn mistakes that the format alone knows, and overlooks. @default none
 */
export function judge(issues: readonly Issue[], forInstall: boolean | undefined, isOwn: (issue: Issue) => boolean = () => false): Judged {
  if (forInstall !== true) return { issues, overlooked: [] };
  const overlooked: Issue[] = [];
  const judged = issues.map((issue) => {
    if (issue.severity !== 'error' || !(isOwn(issue) || isTolerable(issue))) return issue;
    const warning: Issue = { ...issue, severity: 'warning' };
    overlooked.push(warning);
    return warning;
  });
  return { issues: judged, overlooked };
}

/** Rendering does not need what other packages a package wants. */
function isTolerable(issue: Issue): boolean {
  return DEPENDENCIES_FILES.some((file) => issue.origin?.source === file) || isHarmless(issue);
}
