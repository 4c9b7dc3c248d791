/** From a revision, as `cdk8s synth` wrote it or a Package compiled it, to what an export takes. */
import {
  annotatedPolicy, asObject, displayName, type JsonObject, type KubeObject, LABEL_OWNER_KIND, LABEL_OWNER_NAME, refOf,
  type ResolvedObject, type ResolvedPhase, type ResolvedRevision,
} from '../../api';
import { compile, type SourceObject } from '../../revision';
import type { Issue, Origin } from '../../issue';
import { exportIssue, type EXPORT_WARNINGS } from './wording';

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

/** What a revision says and no bundle can: warnings. Installed from the bundle, objects get phases and probes by kind. */
export function lostInBundle(revision: ResolvedRevision, origin: string): readonly Issue[] {
  const issues: Issue[] = [];
  const lost = (code: (typeof EXPORT_WARNINGS)[number]): void => {
    issues.push(exportIssue(code, {}, { origin }));
  };
  if (revision.probes.length > 0) lost('export-probes');
  const objects = revision.phases.flatMap((phase) => phase.objects);
  if (objects.some(({ collisionProtection }) => collisionProtection !== 'Prevent')) lost('export-collision-protection');
  // What the object says itself goes with it.
  const isSaid = ({ object, replacementPolicy }: ResolvedObject): boolean => replacementPolicy === annotatedPolicy(object);
  if (!objects.every(isSaid)) lost('export-replacement-policy');
  if (!isOrderedByKind(revision)) lost('export-phases');
  return issues;
}

function isOrderedByKind(revision: ResolvedRevision): boolean {
  const { compiled } = compile({
    extension: revision.extension,
    objects: objectsOfRevision(revision, (object) => ({ source: displayName(refOf(object)) })),
  });
  const namesOf = ({ objects }: ResolvedPhase): string[] => objects.map(({ object }) => displayName(refOf(object)));
  const shape = ({ phases }: ResolvedRevision): string => JSON.stringify(phases.map(namesOf));
  return compiled !== undefined && shape(compiled.resolved) === shape(revision);
}
