/**
 * What to install so that packages get what they depend on: `olm.package.required`, `olm.gvk.required` and `olm.constraint`, over all
 * catalogs and what is installed. Pure; OLMv1 knows no dependencies, so their meaning is that of OLMv0 and of its documentation.
 */
export { dependencyCheck } from './dependency-check';
export type { Explanation } from './explanation';
export type { Barred, Fact, Offer } from './fact';
export { factText } from './words/fact-words';
export type { InstalledPackage, InstallStep, KeepStep, NeededBy, PackageRequest, PlanStep, Solution, SolveInput } from './input';
export { type Need, needsOf, needText } from './need';
export { solve } from './solve';
export { unmetNeeds, type UnmetNeeds } from './unmet';
export { explanationWords } from './words/wording';
