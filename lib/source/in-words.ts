import { type Finding, findingOf, type Issue } from '../issue';

/** An issue in the words of the command. They are loaded where something is wrong, for they bring what reads bundles with them. */
export function inWords(issue: Issue): Finding {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- a dynamic import would make every check asynchronous
  return findingOf(issue, (require('./wording') as typeof import('./wording')).sourceWording);
}
