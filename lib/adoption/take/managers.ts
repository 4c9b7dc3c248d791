/** Who has written what runs, by their field managers, and whom an adoption replaces. Pure. */
import { refOf, type KubeObject, type ObjectRef } from '../../api';

/** A field manager, as it writes. */
export interface Holder {
  readonly manager: string;
  readonly operation: string;
  readonly objects: readonly ObjectRef[];
}

/** Managers of the objects themselves, without those of subresources (status, scale), in the order of their names. */
export function holdersOf(objects: readonly KubeObject[]): readonly Holder[] {
  const found = new Map<string, { manager: string; operation: string; objects: Map<string, ObjectRef> }>();
  for (const object of objects) {
    const ref = refOf(object);
    for (const { manager, operation, subresource } of object.metadata.managedFields ?? []) {
      if (manager === undefined || operation === undefined || (subresource ?? '') !== '') continue;
      const id = `${manager} ${operation}`;
      const holder = found.get(id) ?? { manager, operation, objects: new Map<string, ObjectRef>() };
      holder.objects.set(`${ref.kind} ${ref.namespace ?? ''} ${ref.name}`, ref);
      found.set(id, holder);
    }
  }
  const sorted = [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, { objects: refs, ...holder }]) => ({ ...holder, objects: [...refs.values()] }));
}

/** Helm, and what uses it as a library. */
export const HELM_MANAGERS: readonly string[] = ['helm', 'operator-controller'];

/** What installs releases of Helm, by itself or with Helm as a library. */
export const RELEASE_MANAGERS: readonly string[] = [...HELM_MANAGERS, 'helm-controller', 'flux'];

/**
 * What people have changed in place, beside the tool that applies the object: it is in no file. As the tool itself leaves it as it is, it
 * stays theirs, or it would go with the first apply.
 */
const EDITORS: ReadonlySet<string> = new Set(['kubectl-edit', 'kubectl-patch', 'kubectl-set', 'kubectl-label', 'kubectl-annotate']);

/** Tools that write what people have in files, repositories or heads, by the names under which they write. */
export const APPLIERS: Readonly<Record<string, string>> = {
  'kubectl': 'kubectl apply --server-side',
  'kubectl-client-side-apply': 'kubectl apply',
  'kubectl-create': 'kubectl create',
  'kubectl-edit': 'kubectl edit',
  'kubectl-patch': 'kubectl patch',
  'kubectl-set': 'kubectl set',
  'kubectl-label': 'kubectl label',
  'kubectl-annotate': 'kubectl annotate',
  'before-first-apply': 'what was there before the first kubectl apply --server-side',
  'kustomize-controller': 'Flux (Kustomization)',
  'helm-controller': 'Flux (HelmRelease)',
  'flux': 'Flux',
  'argocd-controller': 'Argo CD',
  'argocd-application-controller': 'Argo CD',
  'argocd-server': 'Argo CD',
  'kapp': 'kapp',
  'kapp-server': 'kapp',
  'olm': 'OLM',
  'catalog': 'OLM (catalog operator)',
  'operator-lifecycle-manager': 'OLM',
  'operator-controller': 'operator-controller',
  'olm.operatorframework.io': 'operator-controller',
  'helm': 'Helm',
};

const REPLACED = Object.keys(APPLIERS).filter((manager) => !EDITORS.has(manager));

/**
 * Those of the holders that the adoption replaces, and whom the caller names.
 * @param replaces whose objects they are. @default all that are known to apply objects
 */
export function replaced(
  holders: readonly Holder[], named: readonly string[] = [], replaces: readonly string[] = REPLACED,
): readonly string[] {
  const managers = new Set(holders.map(({ manager }) => manager));
  return [...managers].filter((manager) => replaces.includes(manager) || named.includes(manager));
}

/** Who has written an object, for messages. */
export function applierOf(object: KubeObject): string {
  const managers = [...new Set(holdersOf([object]).map(({ manager }) => manager))];
  return managers.length === 0 ? 'no field manager is noted' : `field managers: ${managers.join(', ')}`;
}
