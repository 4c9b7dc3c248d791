/** Objects that kubectl, Flux, Argo CD or kapp apply, taken over (docs/adoption.md). */
export { beginObjects, type ObjectsAdoption, type ObjectsTarget } from './begin';
export { saidOf } from './said-of';
