/** What roles of a content grant, to whom, and what of that is dangerous. Pure. */
import { asObject, isJsonObject, type JsonValue, type KubeObject, type PolicyRule } from '../../../api';
import { defined } from '../../../defined';
import type { MarkedRule, ReportRole } from './data';

const READS = ['get', 'list', 'watch'];
const WRITES = ['create', 'update', 'patch'];

/** A resource that is more than it looks, with verbs that make it so. */
const DANGEROUS: readonly (readonly [resource: string, verbs: readonly string[], danger: string])[] = [
  ['secrets', READS, 'reads Secrets'],
  ['secrets', WRITES, 'writes Secrets'],
  ['pods/exec', ['create', 'get'], 'runs commands in Pods'],
  ['pods/attach', ['create', 'get'], 'attaches to Pods'],
  ['serviceaccounts/token', ['create'], 'makes tokens'],
  ['nodes/proxy', ['get', 'create'], 'reaches kubelets'],
  ['mutatingwebhookconfigurations', WRITES, 'changes what others write'],
];

/** Verbs by which an account may get more than it has. */
const GAINING = ['escalate', 'bind', 'impersonate'];

export function markedRule(rule: PolicyRule): MarkedRule {
  const { verbs, apiGroups = [], resources = [] } = rule;
  const isAny = (list: readonly string[]): boolean => list.includes('*');
  const may = (wanted: readonly string[]): boolean => isAny(verbs) || wanted.some((verb) => verbs.includes(verb));
  const all = isAny(resources) && isAny(verbs) ? ['everything'] : isAny(resources) ? ['all resources'] : [];
  const some = DANGEROUS.filter(([resource, wanted]) => resources.includes(resource) && may(wanted)).map(([, , danger]) => danger);
  const gained = GAINING.filter((verb) => verbs.includes(verb));
  const wide = all.length === 0 && isAny(apiGroups) ? ['all API groups'] : [];
  const verb = all.length === 0 && isAny(verbs) ? ['all verbs'] : [];
  return { rule, dangers: [...all, ...some, ...gained, ...wide, ...verb] };
}

export function rolesOf(objects: readonly KubeObject[]): readonly ReportRole[] {
  const rbac = objects.filter(({ apiVersion }) => apiVersion.startsWith('rbac.authorization.k8s.io/'));
  const bindings = rbac.filter(({ kind }) => kind.endsWith('Binding'));
  return rbac.filter(({ kind }) => kind === 'Role' || kind === 'ClusterRole').map((role) => {
    const { kind, metadata: { name = '', namespace } } = role;
    const own = bindings.filter((binding) => isOf(binding, role));
    const rules = entriesOf((role as unknown as Readonly<Record<string, JsonValue>>)['rules']).map((rule) => markedRule(ruleOf(rule)));
    return { kind, name, ...defined({ namespace }), holders: own.flatMap(holdersOf), rules };
  });
}

function isOf(binding: KubeObject, { kind, metadata }: KubeObject): boolean {
  const reference = asObject((binding as unknown as Readonly<Record<string, JsonValue>>)['roleRef']);
  const isNear = kind === 'ClusterRole' || binding.metadata.namespace === metadata.namespace;
  return reference?.['kind'] === kind && reference['name'] === metadata.name && isNear;
}

function holdersOf(binding: KubeObject): readonly string[] {
  const where = binding.kind === 'RoleBinding' ? `, in namespace ${binding.metadata.namespace ?? ''}` : '';
  return entriesOf((binding as unknown as Readonly<Record<string, JsonValue>>)['subjects']).map(({ kind, namespace, name }) =>
    `${String(kind)} ${typeof namespace === 'string' ? `${namespace}/` : ''}${String(name)}${where}`);
}

function entriesOf(value: JsonValue | undefined): readonly Readonly<Record<string, JsonValue>>[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function ruleOf(rule: Readonly<Record<string, JsonValue>>): PolicyRule {
  const texts = (member: string): readonly string[] | undefined => {
    const value = rule[member];
    return Array.isArray(value) ? value.map(String) : undefined;
  };
  const { verbs = [], ...rest } = { verbs: texts('verbs'), apiGroups: texts('apiGroups'), resources: texts('resources') };
  return { verbs, ...defined({ ...rest, resourceNames: texts('resourceNames'), nonResourceURLs: texts('nonResourceURLs') }) };
}
