/** The checks of permissions as the package offers them: with what is wrong, and what is not known, in words. */
import type { KubeObject } from '../api';
import * as guards from '../guards';
import { inWords, type InWords } from '../in-words';

/** The least that an account must be allowed. */
export type RequiredPermissions = InWords<guards.RequiredPermissions>;

export type PreAuthorization = WithErrors<guards.PreAuthorization>;

export type LackingPermissions = InWords<WithErrors<guards.LackingPermissions>>;

type WithErrors<Result extends guards.PreAuthorization> = Result & {
  /** What could not be evaluated, in words, sorted. */
  readonly errors: readonly string[];
};

/** The least that an account must be allowed so that our engine can install, upgrade and remove these objects as that account. */
export function requiredPermissions(objects: readonly KubeObject[], options: guards.PermissionOptions): RequiredPermissions {
  return inWords(guards.requiredPermissions(objects, options), guards.permissionWording);
}

/**
 * May this account manage these objects? OLM's algorithm.
 * @param objects what is to be installed; roles among them are judged by what they grant
 * @param live Roles, ClusterRoles and their bindings of the cluster
 */
export function checkPreAuthorization(
  objects: readonly KubeObject[],
  user: guards.User,
  live: readonly KubeObject[],
  options: guards.PreAuthorizationOptions,
): PreAuthorization {
  return withErrors(guards.checkPreAuthorization(objects, user, live, options));
}

/**
 * What an account lacks to install, upgrade and remove these objects. What roles of the package grant may be held, or handed out by
 * `escalate` and `bind`: each as the account has it. `options.grants` only decides which of the two is named as missing.
 * @param live Roles, ClusterRoles and their bindings of the cluster
 */
export function lackingPermissions(
  objects: readonly KubeObject[],
  user: guards.User,
  live: readonly KubeObject[],
  options: guards.PermissionOptions,
): LackingPermissions {
  return inWords(withErrors(guards.lackingPermissions(objects, user, live, options)), guards.permissionWording);
}

/**
 * What the credentials of the caller lack for a run of the command.
 * @throws BoxcutterError `permissions-unknown`, category server, when the API server does not say
 */
export async function lackingOwnPermissions(
  objects: readonly KubeObject[],
  reviewer: guards.SelfReviewer,
  options: guards.OwnPermissionOptions,
): Promise<LackingPermissions> {
  return inWords(withErrors(await guards.lackingOwnPermissions(objects, reviewer, options)), guards.permissionWording);
}

function withErrors<Result extends guards.PreAuthorization>(result: Result): WithErrors<Result> {
  return { ...result, errors: guards.unknownTexts(result.unknown) };
}
