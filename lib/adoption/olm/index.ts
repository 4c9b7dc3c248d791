/** Operators that OLM (v0) has installed, taken over (docs/adoption.md). */
export { beginOlm, type OlmAdoption, type OlmTarget } from './begin';
export { operatorLabel } from './owned';
export { releaseFromOlm } from './release';
