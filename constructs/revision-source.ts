/** From the construct tree of a revision to what compile takes. */
import { ApiObject } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import {
  asObject, type CollisionProtection, groupOf, type JsonObject, type KubeObject, type ProbeSelector, type ProgressionProbe, refOf,
  type ReplacementPolicy,
} from '../lib/api';
import { defined } from '../lib/defined';
import { messageOf } from '../lib/errors';
import type { Issue } from '../lib/issue';
import type { OrderSource, PhaseSource, SourceObject } from '../lib/revision';
import { type DeclaredDependencies, objectOrder, objectsByScope } from './package/declared-dependencies';
import type { DeclaredPhase } from './enclosing-revision';
import { inheritedNamespace, originOf, withoutInheritedNamespace } from './content/inherited';
import { ignoredPaths, ignoring } from './ignored-fields';
import { constructIssue } from './issues';
import { kindScopes, rememberedScope, type Scope } from './content/kind-scope';
import type { Probe } from './probe';
import type { IgnoredFields, ProbeTarget, RevisionProbe } from './revision-props';
import { selectorOf, targetedBy } from './target';

/** What was declared in and about a revision. */
export interface Declarations {
  /** Everything in the revision, in the order of declaration, without the revision itself. */
  readonly constructs: readonly IConstruct[];
  readonly phases: readonly DeclaredPhase[];
  readonly dependencies: DeclaredDependencies;
  /** Pairs: the first before the second. */
  readonly order: readonly (readonly [IConstruct, IConstruct])[];
  readonly protections: ReadonlyMap<IConstruct, CollisionProtection>;
  readonly replacements: ReadonlyMap<IConstruct, ReplacementPolicy>;
  /** Paths of fields that belong to others. */
  readonly ignored: readonly IgnoredFields[];
  readonly probes: readonly RevisionProbe[];
  /** Namespace of objects that name none. */
  readonly namespace: string | undefined;
  readonly kubernetesVersion: string | undefined;
}

/** The part of a `RevisionSource` that comes from the tree, and what is wrong with it. */
export interface TreeSource {
  readonly objects: readonly SourceObject[];
  readonly phases: readonly PhaseSource[];
  readonly order: readonly OrderSource[];
  readonly probes: readonly ProgressionProbe[];
  readonly issues: readonly Issue[];
}

export function readTree(declared: Declarations): TreeSource {
  const issues: Issue[] = [];
  const byScope = objectsByScope(declared.constructs);
  const phases = phaseOfEach(declared.phases, byScope, issues);
  const manifests = new Map<ApiObject, JsonObject>();
  for (const construct of declared.constructs) {
    if (!ApiObject.isApiObject(construct)) continue;
    try {
      manifests.set(construct, construct.toJson() as JsonObject);
    } catch (error) {
      issues.push(constructIssue('unreadable-object', { message: messageOf(error) }, { origin: originOf(construct) }));
    }
  }
  const scopeOfKind = kindScopes([...manifests.values()], declared.kubernetesVersion);
  const remembered = new Map<JsonObject, Scope | undefined>(
    [...manifests].map(([object, manifest]) => [manifest, rememberedScope(object)]),
  );
  const scopeOf = (manifest: JsonObject): Scope => {
    const known = scopeOfKind(manifest);
    return known === 'unknown' ? (remembered.get(manifest) ?? known) : known;
  };
  /** Manifests of objects that may or may not stay in the namespace that they have. */
  const unsettled = new Set<JsonObject>();
  for (const [object, manifest] of manifests) {
    const scope = scopeOf(manifest);
    if (scope === 'cluster') {
      const placed = withoutInheritedNamespace(object, manifest);
      manifests.set(object, placed);
      remembered.set(placed, scope);
    }
    if (scope !== 'unknown') continue;
    const inherited = inheritedNamespace(object, manifest);
    if (inherited === undefined) continue;
    unsettled.add(manifest);
    issues.push(unknownScope(object, manifest, inherited));
  }

  const pathsOf = ignoredPaths({ rules: declared.ignored, phases: declared.phases, phaseOf: phases, byScope, manifests, issues });
  const objects = [...manifests].map(([object, manifest]): SourceObject => {
    const phase = phases.get(object)?.phaseName;
    const scope = rememberedScope(object);
    const innermost = <Policy>(policies: ReadonlyMap<IConstruct, Policy>): Policy | undefined =>
      [...object.node.scopes].reverse().map((one) => policies.get(one)).find((found) => found !== undefined);
    return {
      manifest: ignoring(manifest, pathsOf(object)),
      origin: originOf(object),
      ...defined({
        phase, collisionProtection: innermost(declared.protections), replacementPolicy: innermost(declared.replacements), scope,
      }),
    };
  });

  const selectedNamespace = (manifest: JsonObject): string | undefined => {
    const scope = scopeOf(manifest);
    // Without one, the selector finds the object wherever the cluster says that its kind lives.
    if (scope === 'cluster' || unsettled.has(manifest)) return undefined;
    return (asObject(manifest['metadata'])?.['namespace'] as string | undefined) ?? declared.namespace;
  };
  const select = (constructs: readonly IConstruct[]): ProbeSelector[] => {
    const targets = new Set(constructs.flatMap((construct) => targetedBy(construct, byScope)));
    const chosen = [...manifests].flatMap(([object, manifest]) => (targets.has(object) ? [manifest] : []));
    return selectorsOf(chosen, [...manifests.values()], selectedNamespace);
  };
  const probes: ProgressionProbe[] = [];
  const addProbes = (selectors: readonly ProbeSelector[], rules: readonly Probe[]): void => {
    const assertions = rules.map((rule) => rule.toAssertion());
    if (assertions.length > 0) for (const selector of selectors) probes.push({ selector, assertions });
  };
  for (const { target, probes: rules } of declared.probes) {
    if (!Construct.isConstruct(target)) addProbes([selectorOf(target as Exclude<ProbeTarget, IConstruct>)], rules);
    else if (byScope.has(target)) addProbes(select([target]), rules);
    else issues.push(noObjectIn(target));
  }
  for (const phase of declared.phases) addProbes(select(phase.members), phase.probes);

  return {
    objects,
    phases: declared.phases.map(phaseSource),
    order: objectOrder(declared.constructs, declared.dependencies, declared.order).map(
      ({ first, then }): OrderSource => ({ first: originOf(first), then: originOf(then) }),
    ),
    probes,
    issues,
  };
}

function unknownScope(object: ApiObject, manifest: JsonObject, namespace: string): Issue {
  return constructIssue('unknown-scope', { kind: String(manifest['kind']), namespace }, {
    severity: 'warning',
    path: ['metadata', 'namespace'],
    subject: refOf(manifest as unknown as KubeObject),
    origin: originOf(object),
  });
}

function phaseSource(phase: DeclaredPhase): PhaseSource {
  return {
    name: phase.phaseName,
    origin: { source: phase.node.path },
    ...(phase.after.length === 0 ? {} : { after: phase.after }),
    ...(phase.before.length === 0 ? {} : { before: phase.before }),
    ...defined({ collisionProtection: phase.collisionProtection, replacementPolicy: phase.replacementPolicy }),
  };
}

function phaseOfEach(
  phases: readonly DeclaredPhase[], byScope: ReadonlyMap<IConstruct, readonly ApiObject[]>, issues: Issue[],
): Map<ApiObject, DeclaredPhase> {
  const result = new Map<ApiObject, DeclaredPhase>();
  for (const phase of phases) {
    for (const member of phase.members) {
      if (!isThere(member)) continue;
      const objects = byScope.get(member) ?? [];
      if (objects.length === 0) issues.push(noObjectIn(member, phase.node.path));
      for (const object of objects) {
        const other = result.get(object);
        if (other !== undefined && other !== phase) {
          const phases = { first: other.node.path, second: phase.node.path };
          issues.push(constructIssue('two-phases', phases, { origin: originOf(object) }));
        }
        result.set(object, phase);
      }
    }
  }
  return result;
}

/** Whether a construct is still in the tree: what was read can be removed again, also from the phase that it was read with. */
function isThere(construct: IConstruct): boolean {
  return construct.node.scope?.node.tryFindChild(construct.node.id) === construct;
}

/** @param phase path of the phase that is about it; without one, a probe is */
function noObjectIn({ node }: IConstruct, phase?: string): Issue {
  return constructIssue('empty-target', defined({ phase }), { origin: { source: node.path } });
}

/** Selectors for some of the objects: by kind where these are all of a kind, since a revision takes few probes; else one each. */
function selectorsOf(
  chosen: readonly JsonObject[],
  all: readonly JsonObject[],
  namespaceOf: (manifest: JsonObject) => string | undefined,
): ProbeSelector[] {
  const kindOf = (manifest: JsonObject): string => `${groupOf(String(manifest['apiVersion']))}/${String(manifest['kind'])}`;
  const count = (manifests: readonly JsonObject[], kind: string): number =>
    manifests.filter((manifest) => kindOf(manifest) === kind).length;
  const byKind = new Map(chosen.map((manifest) => [kindOf(manifest), manifest]));
  const whole = new Set([...byKind.keys()].filter((kind) => count(chosen, kind) > 1 && count(chosen, kind) === count(all, kind)));
  return [
    ...[...byKind].flatMap(([kind, manifest]): ProbeSelector[] => {
      const groupKind = { group: groupOf(String(manifest['apiVersion'])), kind: String(manifest['kind']) };
      return whole.has(kind) ? [{ type: 'GroupKind', groupKind }] : [];
    }),
    ...chosen.filter((manifest) => !whole.has(kindOf(manifest))).map((manifest) => objectSelector(manifest, namespaceOf(manifest))),
  ];
}

function objectSelector(manifest: JsonObject, namespace: string | undefined): ProbeSelector {
  const metadata = asObject(manifest['metadata']);
  const group = groupOf(String(manifest['apiVersion']));
  return {
    type: 'Object',
    object: { group, kind: String(manifest['kind']), ...(namespace ? { namespace } : {}), name: String(metadata?.['name']) },
  };
}
