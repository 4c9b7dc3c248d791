/** Permissions: what an installer must be allowed for a package, and whether an account is. */
export { addedGrants, type AddedGrant, grantText } from './added-grants';
export { permissionObjects, type PermissionObjectsOptions } from './as-objects';
export { permissionWording, unknownTexts, type PermissionIssue, type PermissionIssues } from './issues';
export { formatLacking, lackingPermissions, type LackingPermissions } from './lacking';
export { lackingOwnPermissions, permissionsError, type OwnPermissionOptions } from './own-permissions';
export type { SelfReviewer } from './own-rules';
export { serviceAccountUser, type User } from './live-rbac';
export {
  checkPreAuthorization,
  formatPreAuthorization,
  type MissingRules,
  type PreAuthorization,
  type PreAuthorizationOptions,
} from './pre-authorization';
export { readLiveRbac, type RbacReader } from './read-rbac';
export { type RbacSubject } from './rbac-objects';
export { requiredPermissions, type LeavingObjects, type PermissionOptions, type RequiredPermissions, type ScopedRule } from './required';
export { type PlacementOptions } from './resources';
export { type PolicyRule } from './rules';
