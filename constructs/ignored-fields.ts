/** Fields that belong to others (docs/ignored-fields.md): from the rules of a revision and its phases to the annotation of each object. */
import type { ApiObject } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import { ANNOTATION_IGNORE, asObject, type JsonObject } from '../lib/api';
import { defined } from '../lib/defined';
import type { Issue } from '../lib/issue';
import type { DeclaredPhase } from './enclosing-revision';
import { constructIssue } from './issues';
import type { IgnoredFields, PhaseIgnoredFields, ProbeTarget } from './revision-props';
import { chooser, targetText } from './target';

interface IgnoringTree {
  /** Of the revision. */
  readonly rules: readonly IgnoredFields[];
  readonly phases: readonly DeclaredPhase[];
  readonly phaseOf: ReadonlyMap<ApiObject, DeclaredPhase>;
  readonly byScope: ReadonlyMap<IConstruct, readonly ApiObject[]>;
  readonly manifests: ReadonlyMap<ApiObject, JsonObject>;
  /** Takes what is wrong with a rule. */
  readonly issues: Issue[];
}

/** The paths for each object: those of the rules of the revision, then those of its phase. */
export function ignoredPaths(
  { rules, phases, phaseOf, byScope, manifests, issues }: IgnoringTree,
): (object: ApiObject) => readonly string[] {
  const found = new Map<ApiObject, string[]>();
  const add = ({ target, paths }: PhaseIgnoredFields, phase?: DeclaredPhase): void => {
    const chooses = target === undefined ? () => true : chooser(target, byScope);
    const chosen = [...manifests].filter(([object, manifest]) =>
      (phase === undefined || phaseOf.get(object) === phase) && chooses(object, manifest));
    // A phase without objects says so itself.
    if (chosen.length === 0 && target !== undefined) issues.push(ignoresNoObject(target, phase));
    for (const [object] of chosen) found.set(object, [...(found.get(object) ?? []), ...paths]);
  };
  for (const rule of rules) add(rule);
  for (const phase of phases) for (const rule of phase.ignored) add(rule, phase);
  return (object) => found.get(object) ?? [];
}

/** What others own stands in an annotation, so that it goes wherever the object goes. What it says already stays. */
export function ignoring(manifest: JsonObject, paths: readonly string[]): JsonObject {
  if (paths.length === 0) return manifest;
  const metadata = asObject(manifest['metadata']) ?? {};
  const annotations = asObject(metadata['annotations']) ?? {};
  const said = annotations[ANNOTATION_IGNORE];
  const text = [...new Set([...(typeof said === 'string' && said !== '' ? [said] : []), ...paths])].join(', ');
  return { ...manifest, metadata: { ...metadata, annotations: { ...annotations, [ANNOTATION_IGNORE]: text } } };
}

function ignoresNoObject(target: ProbeTarget, phase: DeclaredPhase | undefined): Issue {
  const of = defined({ phase: phase?.node.path });
  if (!Construct.isConstruct(target)) {
    const text = targetText(target as Exclude<ProbeTarget, IConstruct>);
    return constructIssue('ignores-no-object', { target: text, ...of }, { severity: 'warning' });
  }
  return constructIssue('empty-target', { ...of, ignores: true }, { origin: { source: target.node.path } });
}
