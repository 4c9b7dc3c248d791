/** Going back to earlier content without going back with the definitions of its kinds: objects of the newer form may be stored. Pure. */
import { isDefinition, keyOf, refOf, type ResolvedPhase, type ResolvedRevision } from '../../api';

/** The earlier content with the CustomResourceDefinitions of the current one; those that only the current one has stay, too. */
export function withDefinitionsOf(current: ResolvedRevision, earlier: ResolvedRevision): ResolvedRevision {
  const phases = current.phases
    .map((phase) => ({ ...phase, objects: phase.objects.filter(({ object }) => isDefinition(object)) }))
    .filter(({ objects }) => objects.length > 0);
  const definitions = new Map(phases.flatMap(({ objects }) => objects.map((entry) => [keyOf(refOf(entry.object)), entry] as const)));
  const swapped = earlier.phases.map((phase) => ({
    ...phase, objects: phase.objects.map((entry) => definitions.get(keyOf(refOf(entry.object))) ?? entry),
  }));
  const known = new Set(earlier.phases.flatMap(({ objects }) => objects.map(({ object }) => keyOf(refOf(object)))));
  const added = phases
    .map((phase) => ({ ...phase, objects: phase.objects.filter(({ object }) => !known.has(keyOf(refOf(object)))) }))
    .filter(({ objects }) => objects.length > 0);
  return { ...earlier, phases: added.reduce<readonly ResolvedPhase[]>(withPhase, swapped) };
}

/** Into the phase of the same name; otherwise before all others, as what they may need. */
function withPhase(phases: readonly ResolvedPhase[], added: ResolvedPhase): readonly ResolvedPhase[] {
  if (!phases.some(({ name }) => name === added.name)) return [added, ...phases];
  return phases.map((phase) => (phase.name === added.name ? { ...phase, objects: [...phase.objects, ...added.objects] } : phase));
}
