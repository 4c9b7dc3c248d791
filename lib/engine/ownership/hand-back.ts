/** Giving an object to its next manager: its marks, and our field manager's entry under its name. */
import type { KubeObject, ManagedFieldsEntry } from '../../api';
import { formatPointer } from '../../issue';
import { unionOf, type FieldSet } from '../fields';
import type { JsonPatchOperation } from '../ports';
import type { HandBack } from './owner-context';

type Marks = 'labels' | 'annotations';

/** What gives the object the marks of its next manager, beside what stands there and is not for us alone. */
export function marksFor({ metadata }: KubeObject, next: HandBack): readonly JsonPatchOperation[] {
  const ours = (next.withoutAnnotations ?? []).filter((name) => metadata.annotations?.[name] !== undefined);
  const theirs = (['labels', 'annotations'] as const).flatMap((kind) => {
    const missing = Object.entries(next[kind]).filter(([name, value]) => metadata[kind]?.[name] !== value);
    if (missing.length === 0) return [];
    const map: readonly JsonPatchOperation[] = metadata[kind] === undefined ? [{ op: 'add', path: `/metadata/${kind}`, value: {} }] : [];
    return [...map, ...missing.map(([name, value]) => ({ op: 'add' as const, path: formatPointer(['metadata', kind, name]), value }))];
  });
  return [...ours.map((name) => ({ op: 'remove' as const, path: formatPointer(['metadata', 'annotations', name]) })), ...theirs];
}

/**
 * The entries with ours under the name of the next manager, beside or in what it has there already.
 * @param ours among `entries`
 * @param marks of ours, as members of labels and annotations: they go
 */
export function handedBack(
  entries: readonly ManagedFieldsEntry[], ours: ManagedFieldsEntry, next: HandBack, marks: Readonly<Record<Marks, readonly string[]>>,
): readonly ManagedFieldsEntry[] {
  const isTheirs = ({ manager, operation, subresource, apiVersion }: ManagedFieldsEntry): boolean =>
    manager === next.fieldManager && operation === next.operation && (subresource ?? '') === '' && apiVersion === ours.apiVersion;
  const theirs = entries.filter((entry) => entry !== ours && isTheirs(entry));
  const kept = withoutMarks(ours.fieldsV1 ?? {}, marks);
  const fieldsV1 = theirs.reduce<FieldSet>((all, entry) => unionOf(all, entry.fieldsV1 ?? {}, true), kept);
  const rest = entries.filter((entry) => entry !== ours && !theirs.includes(entry));
  return [...rest, { ...ours, manager: next.fieldManager, operation: next.operation, fieldsType: 'FieldsV1', fieldsV1 }];
}

function withoutMarks(fields: FieldSet, marks: Readonly<Record<Marks, readonly string[]>>): FieldSet {
  const metadata = fields['f:metadata'];
  if (metadata === undefined) return fields;
  const kept = (['labels', 'annotations'] as const).reduce<FieldSet>((all, kind) => {
    const { [`f:${kind}`]: members, ...others } = all;
    if (members === undefined) return all;
    const left = Object.entries(members).filter(([key]) => !marks[kind].some((name) => key === `f:${name}`));
    return left.length === 0 ? others : { ...others, [`f:${kind}`]: Object.fromEntries(left) };
  }, metadata);
  const { 'f:metadata': _metadata, ...rest } = fields;
  return Object.keys(kept).length === 0 ? rest : { ...rest, 'f:metadata': kept };
}
