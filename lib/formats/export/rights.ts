/** Who may do what: the rights that roles and bindings give together, whatever they are called. */
import { asObject, type JsonObject } from '../../api';
import { canonicalJson } from '../../api/canonical-json';
import { asArray } from '../../schema';
import { metadataOf } from './parts';

/**
 * One text for each right: a subject, a namespace or the whole cluster, and the rules of the role.
 * @param objects RBAC objects; a role that is bound but not among them counts by its name
 */
export function rightsOf(objects: readonly JsonObject[]): ReadonlySet<string> {
  const roles = new Map(objects.filter(({ kind }) => kind === 'Role' || kind === 'ClusterRole')
    .map((role) => [roleKey(String(role['kind']), role), role]));
  const bindings = objects.filter(({ kind }) => kind === 'RoleBinding' || kind === 'ClusterRoleBinding');
  return new Set(
    bindings.flatMap((binding) => {
      const { kind, name } = asObject(binding['roleRef']) ?? {};
      const { namespace = '' } = metadataOf(binding);
      const role = roles.get(kind === 'Role' ? `Role/${String(namespace)}/${String(name)}` : `ClusterRole//${String(name)}`);
      const rules = role === undefined
        ? { kind: kind ?? null, name: name ?? null }
        : [...(asArray(role['rules']) ?? [])].map(canonicalJson).sort();
      return (asArray(binding['subjects']) ?? []).map((subject) => canonicalJson({
        subject: bare(asObject(subject) ?? {}),
        namespace,
        rules,
      }));
    }),
  );
}

/** The group of a service account is the core group, given or not. */
function bare({ apiGroup: _, ...subject }: JsonObject): JsonObject {
  return subject;
}

function roleKey(kind: string, role: JsonObject): string {
  const { name, namespace = '' } = metadataOf(role);
  return kind === 'Role' ? `Role/${String(namespace)}/${String(name)}` : `ClusterRole//${String(name)}`;
}
