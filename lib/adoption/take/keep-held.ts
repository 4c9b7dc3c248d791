/**
 * An adoption changes no value: what the replaced managers hold beyond the manifest is said by what takes the object over. Only the server
 * knows what of it is a default, which comes back by itself: it is asked, and nothing is written.
 */
import type { JsonObject, KubeObject } from '../../api';
import { refOf } from '../../api';
import type { FieldSet } from '../../api/object';
import type { JsonPatchOperation } from '../../engine';
import { formatPointer } from '../../issue';
import { FIELD_MANAGER } from '../../state';
import type { AsItRuns, Edit } from './as-it-runs';
import { beyondSaid, differing, pathsOf, withFields, without } from './beyond';
import type { LiveReader } from './read-live';

/** @param managers whose fields become ours */
export async function keepHeld(
  said: AsItRuns, live: KubeObject, managers: readonly string[], reader: Pick<LiveReader, 'tryPatch'>,
): Promise<AsItRuns> {
  const held = beyondSaid(live, said.object, managers);
  const kept = held && await withoutDefaults(held, live, reader);
  if (kept === undefined) return said;
  const unnamed = pathsOf(kept, said.object).map((path): Edit => ({ path, type: 'unnamed' }));
  return { object: withFields(said.object, live, kept) as JsonObject, edits: [...said.edits, ...unnamed] };
}

/** What the server does not answer counts as no default. */
async function withoutDefaults(
  fields: FieldSet, live: KubeObject, reader: Pick<LiveReader, 'tryPatch'>,
): Promise<FieldSet | undefined> {
  const { 'f:metadata': metadata, ...content } = fields;
  const patch = Object.entries(content).map(([key, part]): JsonPatchOperation => {
    const path = formatPointer([key.slice(2)]);
    const value = without(live[key.slice(2)], part);
    return value === undefined ? { op: 'remove', path } : { op: 'replace', path, value };
  });
  if (patch.length === 0) return fields;
  const answer = await reader.tryPatch(refOf(live), patch, FIELD_MANAGER);
  const left = answer.type === 'object' ? differing(content, live, answer.object) : content;
  if (metadata === undefined) return left;
  return { ...left, 'f:metadata': metadata };
}
