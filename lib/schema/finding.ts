/** Where bundles, the command and others that speak in sentences meet the checks, which give issues: it goes when those do, too. */
export { type Finding, findingOf, formatFinding, formatFindings } from '../issue';
