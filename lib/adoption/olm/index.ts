/** Operators that OLM (v0) has installed, taken over (docs/adoption.md). */
export { adoptOlm } from './adopt';
export { beginOlm, type AdoptedFromOlm, type OlmAdoption } from './begin';
export { operatorLabel } from './owned';
export { releaseFromOlm } from './release';
export type { OlmTarget } from './target';
