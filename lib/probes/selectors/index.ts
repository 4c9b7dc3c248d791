/** Which objects a probe judges: a file a kind of selector. A new kind is a file and a line here. */
import type { ProbeSelector } from '../../api';
import { type Schema, union } from '../../api/schema';
import { groupKind } from './group-kind';
import type { Selectable, SelectorKind, SelectorType } from './kind';
import { label } from './label';
import { singleObject } from './object';

export type { Selectable } from './kind';

const KINDS: { readonly [Type in SelectorType]: SelectorKind<Type> } = { GroupKind: groupKind, Label: label, Object: singleObject };

/** A selector in the CRD. */
export const selectorSchema: Schema = union({
  name: 'ProbeSelector',
  description: 'Which objects of the revision are judged. A probe that selects none passes.',
  discriminator: 'type',
  discriminatorDescription: 'GroupKind: all objects of a kind. Label: all objects with certain labels. Object: one object.',
  members: Object.fromEntries(Object.entries(KINDS).map(([type, { schema }]) => [type, schema])),
});

/** Does the selector choose the object? Versions never matter. */
export function selects(selector: ProbeSelector, object: Selectable): boolean {
  // The type of a selector says which kind it is, which the compiler cannot follow through a table.
  return (KINDS[selector.type] as SelectorKind<SelectorType>).selects(selector, object);
}
