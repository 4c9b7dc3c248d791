/**
 * What the author of a package said of its rollout beside the objects: phases, probes and policies, as a property of a bundle whose format
 * has no place for them. Tools that do not know the property leave it alone, and give the objects their defaults by kind.
 */
import {
  asObject, type CollisionProtection, groupOf, isJsonObject, type JsonObject, type JsonValue, type KubeObject, type ProgressionProbe,
  PROPERTY_ROLLOUT, type ReplacementPolicy,
} from '../api';
import { defined } from '../defined';
import { phaseOfKind, type PhaseSource, type SourceObject, STANDARD_PHASES } from '../revision';
import type { CommonBundle } from './bundle';
import { bundleIssue } from './bundle-wording';
import type { RenderResult } from './rendering';

export interface RolloutPhase {
  readonly name: string;
  /** Each as `rolloutId` names it, with what is otherwise than in the bundle. */
  readonly objects: readonly RolloutObject[];
}

export interface RolloutObject {
  readonly id: string;
  readonly collisionProtection?: CollisionProtection;
  readonly replacementPolicy?: ReplacementPolicy;
}

export interface Rollout {
  /** That the package was written for: probes that name it mean where the bundle is installed. */
  readonly namespace?: string;
  /** In the order in which they are rolled out; absent: by kind. */
  readonly phases: readonly RolloutPhase[];
  readonly probes: readonly ProgressionProbe[];
}

/** Without its namespace, which is that of the installation. */
export function rolloutId({ apiVersion, kind, metadata }: Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'>): string {
  const group = groupOf(apiVersion);
  return `${kind}${group === '' ? '' : `.${group}`}/${metadata.name ?? ''}`;
}

/** @param installNamespace where the bundle is installed; undefined: its objects have the namespaces that they were written with */
export function withRollout(bundle: CommonBundle, rendered: RenderResult, installNamespace: string | undefined): RenderResult {
  const value = bundle.properties.find(({ type }) => type === PROPERTY_ROLLOUT)?.value;
  if (value === undefined || rendered.objects.length === 0) return rendered;
  const rollout = rolloutIn(value);
  if (rollout === undefined) {
    const issue = bundleIssue('bad-rollout', {}, { origin: bundle.origin });
    return { issues: [...rendered.issues, issue], objects: [] };
  }
  const places = new Map(rollout.phases.flatMap(({ name, objects }) => (
    objects.map(({ id, ...policies }) => [id, { name, policies }] as const)
  )));
  const objects = rendered.objects.map((source) => placed(source, places.get(idOf(source.manifest))));
  const probes = rollout.probes.map((probe) => movedProbe(probe, rollout.namespace, installNamespace));
  const arrangement = { ...rendered.arrangement, ...(probes.length === 0 ? {} : { probes }) };
  return { ...rendered, objects, arrangement, phases: [...(rendered.phases ?? []), ...declared(rollout.phases, bundle.origin)] };
}

function placed(
  source: SourceObject, place: { readonly name: string; readonly policies: Omit<RolloutObject, 'id'> } | undefined,
): SourceObject {
  if (place === undefined) return source;
  const { apiVersion, kind } = source.manifest;
  const isByKind = phaseOfKind(groupOf(String(apiVersion)), String(kind)) === place.name;
  return { ...source, ...(isByKind ? {} : { phase: place.name }), ...place.policies };
}

/** Each between those that are beside it. */
function declared(phases: readonly RolloutPhase[], origin: string): readonly PhaseSource[] {
  return phases.flatMap(({ name }, index) => {
    if (isStandard(name)) return [];
    const [before, after] = [phases[index - 1]?.name, phases[index + 1]?.name];
    const place = { ...(before === undefined ? {} : { after: [before] }), ...(after === undefined ? {} : { before: [after] }) };
    return [{ name, origin: { source: `${origin} (phase ${name})` }, ...place }];
  });
}

export function isStandard(phase: string): boolean {
  return (STANDARD_PHASES as readonly string[]).includes(phase);
}

function movedProbe(probe: ProgressionProbe, from: string | undefined, to: string | undefined): ProgressionProbe {
  const { selector } = probe;
  if (to === undefined || from === undefined || selector.type !== 'Object' || selector.object.namespace !== from) return probe;
  return { ...probe, selector: { ...selector, object: { ...selector.object, namespace: to } } };
}

function idOf({ apiVersion, kind, metadata }: JsonObject): string {
  const name = String(asObject(metadata)?.['name'] ?? '');
  return rolloutId({ apiVersion: String(apiVersion), kind: String(kind), metadata: { name } });
}

/** Its structure; compile checks phases and probes. Undefined: it is none. */
function rolloutIn(value: unknown): Rollout | undefined {
  if (!isJsonObject(value)) return undefined;
  const { namespace, phases = [], probes = [] } = value;
  if (!Array.isArray(phases) || !Array.isArray(probes) || !(namespace === undefined || typeof namespace === 'string')) return undefined;
  const found = phases.flatMap((phase) => phaseIn(phase) ?? []);
  if (found.length < phases.length || !probes.every(isJsonObject)) return undefined;
  return { phases: found, probes: probes as unknown as readonly ProgressionProbe[], ...defined({ namespace }) };
}

function phaseIn(value: JsonValue): RolloutPhase | undefined {
  const { name, objects } = asObject(value) ?? {};
  if (typeof name !== 'string' || !Array.isArray(objects)) return undefined;
  const found = objects.flatMap((one) => objectIn(one) ?? []);
  return found.length < objects.length ? undefined : { name, objects: found };
}

const PROTECTIONS: readonly unknown[] = ['Prevent', 'IfNoController', 'None'] satisfies readonly CollisionProtection[];
const POLICIES: readonly unknown[] = ['Fail', 'Recreate'] satisfies readonly ReplacementPolicy[];

function objectIn(value: JsonValue): RolloutObject | undefined {
  const { id, collisionProtection, replacementPolicy } = asObject(value) ?? {};
  const isKnown = (given: unknown, known: readonly unknown[]): boolean => given === undefined || known.includes(given);
  if (typeof id !== 'string' || !isKnown(collisionProtection, PROTECTIONS) || !isKnown(replacementPolicy, POLICIES)) return undefined;
  return { id, ...defined({ collisionProtection, replacementPolicy }) } as RolloutObject;
}
