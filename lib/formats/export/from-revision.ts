/** From a revision, as `cdk8s synth` wrote it or a Package compiled it, to what an export takes. */
import {
  asObject, displayName, type JsonObject, type KubeObject, LABEL_OWNER_KIND, LABEL_OWNER_NAME, refOf, type ResolvedPhase,
  type ResolvedRevision,
} from '../../api';
import { compile, type SourceObject } from '../../revision';
import type { Issue, Origin } from '../../issue';
import { rolloutId } from '../rollout';
import { exportIssue } from './wording';

/** The objects of a revision as their author wrote them, apart from the canonical form. */
export function objectsOfRevision({ phases }: ResolvedRevision, originOf: (object: KubeObject) => Origin): readonly SourceObject[] {
  const all = phases.flatMap(({ objects }) => objects.map(({ object }) => object));
  return all.map((object) => ({ manifest: withoutOwnerLabels(object as unknown as JsonObject), origin: originOf(object) }));
}

/** Compiled objects carry labels that name their extension; each installation gives its own. */
export function withoutOwnerLabels(object: JsonObject): JsonObject {
  const { labels, ...metadata } = asObject(object['metadata']) ?? {};
  const kept = Object.entries(asObject(labels) ?? {}).filter(([name]) => name !== LABEL_OWNER_KIND && name !== LABEL_OWNER_NAME);
  return { ...object, metadata: kept.length === 0 ? metadata : { ...metadata, labels: Object.fromEntries(kept) } };
}

/** What a bundle cannot say of a revision: which of two objects of one kind and name, in different namespaces, is in which phase. */
export function lostInBundle(revision: ResolvedRevision, origin: string): readonly Issue[] {
  const places = new Map<string, string>();
  for (const { name, objects } of revision.phases) {
    for (const { object } of objects) {
      const id = rolloutId(object);
      const other = places.get(id);
      if (other !== undefined && other !== name) return [exportIssue('export-phases', {}, { origin })];
      places.set(id, name);
    }
  }
  return [];
}

/** Are its phases what the kinds of its objects give? */
export function isOrderedByKind(revision: ResolvedRevision): boolean {
  const { compiled } = compile({
    extension: revision.extension,
    objects: objectsOfRevision(revision, (object) => ({ source: displayName(refOf(object)) })),
  });
  const namesOf = ({ objects }: ResolvedPhase): string[] => objects.map(({ object }) => displayName(refOf(object)));
  const shape = ({ phases }: ResolvedRevision): string => JSON.stringify(phases.map(namesOf));
  return compiled !== undefined && shape(compiled.resolved) === shape(revision);
}
