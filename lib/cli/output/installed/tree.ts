/** An extension down to its Pods, as lines and as a document. Pure. */
import { keyOf } from '../../../api';
import { defined } from '../../../defined';
import { reasonOf, whyNoRevision, type ExtensionTree, type OwnedObject } from '../../../runtime';
import { placeOf } from '../plan/document';
import { objectLines } from '../run/tree-object';
import type { Paint } from '../terminal/paint';
import { aboutObjects, vitalsDocument } from '../extension/vitals';

export const TREE_SCHEMA = 'boxcutter.tree/v1';

export function treeLines({ look, owned }: ExtensionTree, paint: Paint): readonly string[] {
  const { stored, revision, result, healthy } = look;
  const { head } = stored;
  const health = healthy ? paint.green('healthy') : paint.yellow('not as it should be');
  const number = head.revisions.length === 0 ? '' : ` revision ${revision}`;
  const title = `${paint.bold(head.extension)}${number}: ${health}`;
  if (result === undefined && stored.controlled !== undefined) return [title, `There is no revision yet. ${whyNoRevision(head.extension)}`];
  if (result === undefined) {
    return [title, 'The content of this revision is not recorded. Apply the package again to record it.'];
  }
  const about = aboutObjects(look);
  const phases = result.phases.flatMap(({ name, objects }) => [
    paint.bold(name),
    ...objects.flatMap((object) => [
      ...objectLines(object, { paint, full: false, about }), ...ownedLines(owned.get(keyOf(object.ref)) ?? [], '    ', paint),
    ]),
  ]);
  const removed = result.removed.flatMap((object) => objectLines(object, { paint, full: false, about }));
  return [title, ...phases, ...(removed.length === 0 ? [] : [paint.bold('to be removed'), ...removed])];
}

function ownedLines(objects: readonly OwnedObject[], indent: string, paint: Paint): readonly string[] {
  return objects.flatMap(({ ref: { kind, name }, state, owned }, index) => {
    const isLast = index === objects.length - 1;
    const line = `${indent}${isLast ? '└' : '├'} ${kind} ${name}${state === '' ? '' : paint.dim(`  ${state}`)}`;
    return [line, ...ownedLines(owned, `${indent}${isLast ? '  ' : '│ '}`, paint)];
  });
}

export function treeDocument({ look, owned, refused }: ExtensionTree): Record<string, unknown> {
  const { stored: { head }, revision, result, healthy } = look;
  return {
    schema: TREE_SCHEMA,
    extension: head.extension,
    revision,
    healthy,
    phases: (result?.phases ?? []).map(({ name, objects }) => ({
      name,
      objects: objects.map((object) => {
        const below = owned.get(keyOf(object.ref));
        const owns = defined({ owned: below?.map(ownedDocument) });
        return { ...placeOf(object.ref), state: reasonOf(object), ...vitalsDocument(look, object), ...owns };
      }),
    })),
    refused,
  };
}

function ownedDocument({ ref, state, owned }: OwnedObject): Record<string, unknown> {
  return { ...placeOf(ref), state, ...(owned.length === 0 ? {} : { owned: owned.map(ownedDocument) }) };
}
