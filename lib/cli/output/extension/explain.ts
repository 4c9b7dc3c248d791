/**
 * The answer to "why is it not ready": for each object the reason first, then what it rests on, then what to do. Pure.
 */
import { displayName } from '../../../api';
import { isTrouble, troubleText, type ChainTrouble, type ConditionLine, type Explanation, type ObjectExplanation } from '../../../runtime';
import { brief } from '../brief';
import type { Paint } from '../terminal/paint';
import { describePause } from '../pause';
import { pendingLines, type UpgradeCommand } from './pending';
import { describeLock, recordLine, saidLines } from './state-word';
import { counted } from '../terminal/table';
import { wrap } from '../terminal/wrap';

export interface ExplainTextOptions {
  readonly paint: Paint;
  /** Columns of the terminal. @default no limit */
  readonly width?: number;
  /** Only one object was asked about: it is shown also where it is well. */
  readonly named: boolean;
  /** How long ago something was. */
  readonly ago: (at: string) => string;
  /** What the record says. */
  readonly record: string;
  /** The command that shows every object. */
  readonly status: string;
  /** Commands for upgrades that wait. @default they are not shown */
  readonly upgrade?: UpgradeCommand;
}

export function renderExplanation(explanation: Explanation, options: ExplainTextOptions): readonly string[] {
  const { paint, width, named, record, status, upgrade } = options;
  const { stored, revision, well, objects, more, notes } = explanation;
  const version = stored.head.revisions[0]?.version;
  const number = stored.head.revisions.length === 0 ? '' : ` revision ${revision}`;
  const what = `${paint.bold(stored.head.extension)}${number}${version === undefined ? '' : ` (version ${version})`}`;
  const verdict = well ? paint.green('all is well') : paint.yellow('not as it should be');
  const head = `${what}: ${named ? namedVerdict(explanation, paint) : verdict}`;
  return [
    head,
    ...wrap(recordLine(stored, record), 0, width).map(paint.dim),
    ...headNotes(explanation, options).map(paint.yellow),
    ...(upgrade === undefined ? [] : pendingLines(stored, upgrade)).flatMap((said) => wrap(said, 0, width)),
    ...objects.flatMap((object) => ['', ...objectLines(object, options)]),
    ...(more === 0 ? [] : ['', `... and ${counted(more, 'more object')} not as it should be; all of them: ${status}`]),
    ...waiting(explanation, options),
    ...(notes.length === 0 ? [] : ['', ...notes.flatMap((note) => wrap(note, 0, width)).map(paint.dim)]),
  ];
}

function namedVerdict({ objects, well }: Explanation, { green, yellow }: Paint): string {
  const [first] = objects;
  const isOne = objects.length === 1 && first !== undefined;
  const subject = isOne ? `${displayName(first.ref)} is` : `${counted(objects.length, 'object')} are`;
  const asWanted = isOne ? 'as it should be' : 'as they should be';
  return well ? green(`${subject} ${asWanted}`) : yellow(`${subject} not ${asWanted}`);
}

function headNotes({ stored }: Explanation, { width }: ExplainTextOptions): readonly string[] {
  const { paused } = stored.head;
  const lock = describeLock(stored);
  return [
    ...(paused === undefined ? [] : wrap(`It is ${describePause(paused)}: nothing is written until it is resumed.`, 0, width)),
    ...(lock === undefined ? [] : wrap(`${lock}.`, 0, width)),
    ...saidLines(stored).flatMap((said) => wrap(said, 0, width)),
  ];
}

function waiting({ phase, pending }: Explanation, { paint, width, named }: ExplainTextOptions): readonly string[] {
  if (phase === undefined || pending.length === 0 || named) return [];
  const phases = pending.map(({ name, objects }) => `${name} (${counted(objects, 'object')})`).join(', ');
  return ['', ...wrap(`Phase ${phase} is not complete. These phases wait for it: ${phases}`, 0, width).map(paint.dim)];
}

function objectLines(object: ObjectExplanation, options: ExplainTextOptions): readonly string[] {
  const { paint, width, ago } = options;
  const { ref, phase, well, reason, deletion, changed, events, hints } = object;
  const place = phase === '' ? '' : `  (phase ${phase})`;
  const section = (title: string, lines: readonly string[], colour: (line: string) => string = String): readonly string[] =>
    lines.length === 0 ? [] : [`  ${paint.dim(title)}`, ...lines.flatMap((line) => wrap(line, 4, width)).map((line) => colour(line))];
  const since = (at: string | undefined): string => (at === undefined ? '' : `, ${ago(at)} ago`);
  // Ready, with a remark, and an event warns of it.
  const isDoubtful = well && (object.probe?.message ?? '') !== '' && events.some(({ type }) => type === 'Warning');
  const [mark, colour] = isDoubtful ? ['!', paint.yellow] : well ? ['✓', paint.green] : ['✗', paint.red];
  const hasCause = newTroubles(object).length + (object.pods?.pods.length ?? 0) > 0;
  return [
    ...wrap(`${mark} ${displayName(ref)}${place}`, 0, width).map(colour),
    // Where Pods say more than the object itself, theirs is the cause.
    ...wrap(sentence(brief(reason)), 4, width, 0).map((line) => (well || hasCause ? line : paint.bold(line))),
    ...section('being deleted', deletionLines(deletion, ago)),
    ...section('Pods', podLines(object), hasCause ? paint.bold : String),
    ...section('conditions', conditionLines(object, ago)),
    ...section('changed by others', changed.map(({ path, manager = 'another client', at }) => `${path}  by ${manager}${since(at)}`)),
    ...section('events', events.filter(({ message }) => !isSaid(object, message)).map(({ type, reason: why, message, count, at }) =>
      `${at === '' ? '' : `${ago(at)} ago  `}${type === 'Normal' ? '' : `${type}  `}${why}${count > 1 ? ` ×${count}` : ''}: ${message}`)),
    ...section('last written by', managerLines(object, ago)),
    ...(hints.length === 0 ? [] : [`  ${paint.dim('what to do')}`]),
    ...hints.flatMap(({ text }) => wrap(`→ ${text}`, 4, width).map(paint.cyan)),
  ];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

function deletionLines(deletion: ObjectExplanation['deletion'], ago: (at: string) => string): readonly string[] {
  if (deletion === undefined) return [];
  const { since, finalizers, left } = deletion;
  return [`for ${ago(since)}${finalizers.length === 0 ? '' : `, held by finalizers: ${finalizers.join(', ')}`}`, ...left];
}

function podLines(object: ObjectExplanation): readonly string[] {
  const { ref, pods } = object;
  if (pods === undefined || pods.refused !== undefined) return [];
  const through = pods.through.length === 0 ? '' : ` (through ${pods.through.join(', ')})`;
  const { total, ready, wanted = total, older } = pods;
  const more = total - ready - pods.pods.length;
  const exist = total === wanted ? '' : total === 0 ? ', none exists' : `, ${total} ${total === 1 ? 'exists' : 'exist'}`;
  return [
    total === 0 && wanted === 0
      ? `none exists${through}`
      : ref.kind === 'Job' ? `${total} made so far` : `${ready} of ${wanted} ready${exist}${through}`,
    ...older.map((pod) =>
      `${pod.ready} of ${pod.total} ready of the older ${pod.of}: ${pod.ready === 0 ? 'none serves' : 'they still serve'}`),
    ...newTroubles(object).map(troubleText),
    ...pods.pods.flatMap(({ name, reasons, lastWords }) =>
      [...reasons, ...(lastWords === undefined ? [] : [lastWords])].map((reason) => `Pod ${name}: ${reason}`)),
    ...(pods.pods.length > 0 && more > 0 ? [`... and ${counted(more, 'more Pod')}`] : []),
  ];
}

/** In the reason, or in what was said of the Pods. */
function isSaid({ reason, pods }: ObjectExplanation, message: string): boolean {
  const said = [reason, ...(pods?.troubles.map(troubleText) ?? []), ...(pods?.pods.flatMap(({ reasons }) => reasons) ?? [])];
  return said.some((text) => isMentioned(text, message));
}

/** Ends of generated names, and figures: with others it is the same news. */
const GENERATED = /-[bcdfghjklmnpqrstvwxz2456789]{5}\b|\d+/g;

/** Without the condition of a ReplicaSet that its Deployment repeats. */
function newTroubles({ reason, pods }: ObjectExplanation): readonly ChainTrouble[] {
  return pods?.troubles.filter(({ message }) => !isMentioned(reason, message)) ?? [];
}

function isMentioned(text: string, message: string): boolean {
  const words = message.replace(/^Error creating: /, '').replace(/\.$/, '');
  return text.replace(GENERATED, '').includes(words.replace(GENERATED, ''));
}

/** Those that speak of trouble and were not mentioned yet; of an object that is well, all. */
function conditionLines(object: ObjectExplanation, ago: (at: string) => string): readonly string[] {
  const { well, conditions } = object;
  const isNews = ({ message }: ConditionLine): boolean => message === undefined || !isSaid(object, message);
  const shown = well ? conditions : conditions.filter((condition) => isTrouble(condition) && isNews(condition));
  return shown.map(({ type, status, reason, message, since }) => {
    const why = [reason, message].filter((part) => part !== undefined).join(': ');
    return `${type} is ${status}${since === undefined ? '' : ` for ${ago(since)}`}${why === '' ? '' : `: ${why}`}`;
  });
}

/** Our own writes are no news of an object that is not ready; who else wrote it may be. */
function managerLines({ well, managers }: ObjectExplanation, ago: (at: string) => string): readonly string[] {
  const shown = well ? managers : managers.filter(({ manager, subresource }) => manager !== 'boxcutter' && subresource !== 'status');
  return shown.map(({ manager, operation, subresource, at }) => {
    const how = `${operation}${subresource === undefined ? '' : ` of ${subresource}`}`;
    return `${manager} (${how}${at === undefined ? '' : `, ${ago(at)} ago`})`;
  });
}
