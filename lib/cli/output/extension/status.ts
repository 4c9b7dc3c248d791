/**
 * An extension as it is: for people, for machines, and as what has changed since the last look. Pure, but for ages.
 */
import { displayName, keyOf, sourceText } from '../../../api';
import { defined } from '../../../defined';
import type { ObjectResult } from '../../../engine';
import { reasonOf, whyNoRevision, type Look } from '../../../runtime';
import { objectDocument } from '../run/document';
import type { Paint } from '../terminal/paint';
import { wrap } from '../terminal/wrap';
import { bundleDocument, chosenText } from '../installed/bundle';
import { describePause } from '../pause';
import { pendingLines, type UpgradeCommand } from './pending';
import { age, describeLock, recordLine, runBy, saidLines, stateWord } from './state-word';
import { MOST_ON_TERMINAL, renderTree } from '../run/tree';
import { oneLine } from '../../../plain-text';
import { aboutObjects, vitalsDocument } from './vitals';

export const STATUS_SCHEMA = 'boxcutter.status/v1';

export function statusDocument(look: Look): Record<string, unknown> {
  const { stored, revision, result, healthy } = look;
  const document = (object: ObjectResult): Record<string, unknown> => ({ ...objectDocument(object), ...vitalsDocument(look, object) });
  const [newest] = stored.head.revisions;
  return {
    schema: STATUS_SCHEMA,
    extension: stored.head.extension,
    stateNamespace: stored.ref.namespace,
    ...runBy(stored),
    revision,
    ...defined({ version: newest?.version, bundle: newest?.bundle && bundleDocument(newest.bundle), source: newest?.source }),
    record: stateWord(stored),
    ...defined({ pause: stored.head.paused }),
    healthy,
    phases: (result?.phases ?? []).map((phase) => ({ name: phase.name, status: phase.status, objects: phase.objects.map(document) })),
    leftovers: (result?.removed ?? []).map(document),
  };
}

export interface StatusTextOptions {
  readonly paint: Paint;
  /** Lines and columns of a terminal that has to hold it. @default no limit */
  readonly room?: { readonly height: number; readonly width: number };
  /** Columns of a terminal that may scroll: longer lines go on below. @default no limit */
  readonly width?: number;
  /** The command that says why it is not as it should be. @default none is named */
  readonly explain?: string;
  /** Commands for upgrades that wait. @default they are not shown */
  readonly upgrade?: UpgradeCommand;
}

export function statusLines(look: Look, { paint, room, width, explain, upgrade }: StatusTextOptions): readonly string[] {
  const { stored, revision, result, healthy } = look;
  const { head } = stored;
  const [newest] = head.revisions;
  const version = newest?.version === undefined ? '' : `, version ${newest.version}`;
  const title = `${paint.bold(head.extension)}${newest === undefined ? '' : ` revision ${revision}`}${version}`;
  const from = newest?.source === undefined ? '' : ` from ${sourceText(newest.source)}`;
  const applied = newest === undefined ? '' : `, applied ${age(newest.at)} ago${from}`;
  const lines = [
    `${title}: ${healthy ? paint.green('healthy') : paint.yellow('not as it should be')}`,
    paint.dim(`${recordLine(stored)}${applied}`),
  ];
  if (newest?.bundle?.catalog !== undefined) lines.push(paint.dim(chosenText(newest.bundle.catalog)));
  const lock = describeLock(look.stored);
  if (head.paused !== undefined) lines.push(paint.yellow(describePause(head.paused)));
  if (lock !== undefined) lines.push(paint.yellow(lock));
  lines.push(...saidLines(stored).flatMap((said) => wrap(said, 0, room?.width ?? width)).map(paint.yellow));
  if (upgrade !== undefined) lines.push(...pendingLines(stored, upgrade).flatMap((said) => wrap(said, 0, room?.width ?? width)));
  if (result === undefined) {
    const none = `There is no revision yet. ${whyNoRevision(head.extension)}`;
    if (stored.controlled !== undefined) return [...lines, ...wrap(none, 0, room?.width ?? width)];
    return [...lines, 'The content of this revision is not recorded. Apply the package again to record it.'];
  }
  const columns = room?.width ?? width;
  const next = healthy || explain === undefined ? [] : wrap(`Why, and what to do: ${explain}`, 0, columns).map(paint.dim);
  const height = room === undefined ? Number.POSITIVE_INFINITY : Math.max(3, room.height - lines.length - next.length);
  const mostListed = columns === undefined ? undefined : MOST_ON_TERMINAL;
  const tree = { paint, height, about: aboutObjects(look), ...defined({ width: columns, mostListed }) };
  const whole = renderTree(result, { ...tree, full: true });
  return [...lines, ...(whole.length <= height ? whole : renderTree(result, { ...tree, full: false })), ...next];
}

/** What is otherwise than at the last look, a line each, without time and colour. */
export function statusChanges(before: Look, after: Look): readonly string[] {
  const [old, now] = [objectsOf(before), objectsOf(after)];
  const changed = [...now].filter(([key, object]) => {
    const known = old.get(key);
    return known === undefined || reasonOf(known) !== reasonOf(object);
  });
  const gone = [...old].filter(([key]) => !now.has(key));
  return [
    ...(headline(before) === headline(after) ? [] : [headline(after)]),
    ...changed.map(([, object]) => `${displayName(object.ref)}: ${oneLine(reasonOf(object))}`),
    ...gone.map(([, { ref }]) => `${displayName(ref)}: it is not part of the extension any more`),
  ];
}

function headline({ stored, revision, healthy }: Look): string {
  const { head } = stored;
  const { by, reason } = head.paused ?? {};
  const paused = by === undefined ? '' : `; paused by ${by}${reason === undefined ? '' : ` (${oneLine(reason)})`}`;
  const health = healthy ? 'healthy' : 'not as it should be';
  return `${head.extension} revision ${revision}: ${health}, record says ${stateWord(stored)}${paused}`;
}

function objectsOf({ result }: Look): ReadonlyMap<string, ObjectResult> {
  const objects = [...(result?.phases ?? []).flatMap((phase) => phase.objects), ...(result?.removed ?? [])];
  return new Map(objects.map((object) => [keyOf(object.ref), object]));
}
