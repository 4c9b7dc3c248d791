import type { KubeObject } from '../api';

export const ANNOTATION_ADOPT_EXISTING = 'capi-operator.openshift.io/adopt-existing';

/** `always`: an object that exists already is taken over, whoever made it. */
export type Adoption = 'always' | 'never';

/** Undefined: the annotation says something that has no meaning. */
export function adoptionOf({ metadata: { annotations = {} } }: KubeObject): Adoption | undefined {
  const value = annotations[ANNOTATION_ADOPT_EXISTING] ?? 'never';
  return value === 'always' || value === 'never' ? value : undefined;
}
