/**
 * What the caller itself may do, by the word of the API server, which every account may ask about itself: one review for each namespace.
 * Authorizers other than RBAC list no rules; what they may allow is asked one by one.
 */
import { asObject, isJsonObject, type JsonValue, type KubeObject, type ObjectRef } from '../../api';
import { defined } from '../../defined';
import type { Answer } from '../../engine';
import { BoxcutterError } from '../../errors';
import { keyOfRole, type HeldRules, type Resolved } from './held-rules';
import { permissionIssue, type PermissionIssue } from './issues';
import { RBAC_GROUP, rulesOf, type RoleRef } from './rbac-objects';
import { covers, type PolicyRule } from './rules';

/** What is asked of a cluster (`KubeCluster` has it). */
export interface SelfReviewer {
  create(object: KubeObject): Promise<Answer>;
  get(ref: ObjectRef): Promise<Answer>;
}

/** A role as a binding names it, and the namespace of the binding. */
export interface NamedRole {
  readonly ref: RoleRef;
  readonly namespace: string;
}

const API_VERSION = 'authorization.k8s.io/v1';

/** No namespace can have this name, so what is held in it is held on the whole cluster. */
const NO_NAMESPACE = '-';

interface ReadRole {
  /** Undefined: it is not there. */
  readonly rules: readonly PolicyRule[] | undefined;
  /** Why it could not be read. */
  readonly unknown?: PermissionIssue;
}

export class OwnRules implements HeldRules {
  private constructor(
    private readonly held: ReadonlyMap<string, readonly PolicyRule[]>,
    /** Some authorizer does not list what it allows. */
    readonly isIncomplete: boolean,
    private readonly roles: ReadonlyMap<string, ReadRole> = new Map(),
  ) {}

  /**
   * @param namespaces in which something is asked; the whole cluster always is
   * @throws BoxcutterError `permissions-unknown`, category server, when the API server does not say
   */
  static async read(reviewer: SelfReviewer, namespaces: Iterable<string>): Promise<OwnRules> {
    const places = [...new Set(['', ...namespaces])];
    const reviews = await Promise.all(places.map(async (namespace) => [namespace, await review(reviewer, namespace)] as const));
    const held = new Map(reviews.map(([namespace, { rules }]) => [namespace, rules]));
    return new OwnRules(held, reviews.some(([, { incomplete }]) => incomplete));
  }

  /** The same with rules that the server allows although none of its lists has them. */
  with(more: ReadonlyMap<string, readonly PolicyRule[]>): OwnRules {
    const held = new Map([...this.held].map(([namespace, rules]) => [namespace, [...rules, ...(more.get(namespace) ?? [])]]));
    return new OwnRules(held, this.isIncomplete, this.roles);
  }

  /** The same with what these roles of the cluster grant. */
  async withRoles(reviewer: SelfReviewer, roles: readonly NamedRole[]): Promise<OwnRules> {
    const named = new Map(roles.map((role) => [keyOfRole(role.ref, role.namespace), role]));
    const read = await Promise.all([...named].map(async ([key, role]) => [key, await readRole(reviewer, role)] as const));
    return new OwnRules(this.held, this.isIncomplete, new Map(read));
  }

  in(namespace: string): Resolved {
    return { rules: this.held.get(namespace) ?? [], unknown: [] };
  }

  allows(namespace: string, wanted: PolicyRule): boolean {
    return this.in(namespace).rules.some((rule) => covers(rule, wanted));
  }

  /** A role that may not be read counts as granting nothing: see `unknown`. */
  role(ref: RoleRef, namespace: string): readonly PolicyRule[] | undefined {
    return this.roles.get(keyOfRole(ref, namespace))?.rules;
  }

  /** What could not be found out. */
  get unknown(): readonly PermissionIssue[] {
    return [...this.roles.values()].flatMap(({ unknown }) => unknown ?? []);
  }
}

async function review(
  reviewer: SelfReviewer,
  namespace: string,
): Promise<{ readonly rules: readonly PolicyRule[]; readonly incomplete: boolean }> {
  const status = await ask(reviewer, 'SelfSubjectRulesReview', { namespace: namespace === '' ? NO_NAMESPACE : namespace });
  const rules = [...listOf(status['resourceRules']), ...listOf(status['nonResourceRules'])];
  return { rules: rulesOf({ apiVersion: API_VERSION, kind: 'Role', metadata: {}, rules }), incomplete: status['incomplete'] === true };
}

/** @param single one verb, one group, one resource, one name or none */
export async function isAllowed(reviewer: SelfReviewer, namespace: string, single: PolicyRule): Promise<boolean> {
  const { verbs: [verb = ''], apiGroups: [group = ''] = [], resources: [path = ''] = [], resourceNames: [name] = [] } = single;
  const [resource = '', subresource] = path.split('/');
  const attributes = { namespace, verb, group, resource, ...defined({ subresource, name }) };
  return (await ask(reviewer, 'SelfSubjectAccessReview', { resourceAttributes: attributes }))['allowed'] === true;
}

async function ask(reviewer: SelfReviewer, kind: string, spec: KubeObject['spec']): Promise<Readonly<Record<string, JsonValue>>> {
  const answer = await reviewer.create({ apiVersion: API_VERSION, kind, metadata: {}, spec });
  if (answer.type === 'object') return asObject(answer.object['status']) ?? {};
  const why =
    answer.type === 'refused' ? answer.status.message : answer.type === 'lost' ? answer.message : 'the API server does not serve this kind';
  throw new BoxcutterError('permissions-unknown', 'server', `Cannot check what these credentials may do (${kind}): ${why}`, {
    hint: ({ option }) => `Nothing was changed. Run the command again, or without ${option('checkPermissions')}.`,
  });
}

async function readRole(reviewer: SelfReviewer, { ref: { kind, name }, namespace }: NamedRole): Promise<ReadRole> {
  const place = kind === 'ClusterRole' ? {} : { namespace };
  const answer = await reviewer.get({ apiVersion: `${RBAC_GROUP}/v1`, kind, name, ...place });
  if (answer.type === 'object') return { rules: rulesOf(answer.object) };
  if (answer.type === 'gone') return { rules: undefined };
  return { rules: [], unknown: permissionIssue('role-unreadable', { role: { kind, name } }) };
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
