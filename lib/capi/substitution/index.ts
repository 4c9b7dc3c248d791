/**
 * Variables in the text of provider manifests: `${NAME}`, `${NAME:=default}` and the other forms of drone/envsubst v2, which the operator
 * and clusterctl use. `$$` stands for `$`; `$NAME` and `$(NAME)` are text. A variable that nobody knows is empty, and never an error.
 */
export { substitute, SubstitutionError, type Lookup } from './substitute';
