/** Extensions as their records say they are: a table, and a document. Pure, but for ages. */
import { sourceText, type ContentSource } from '../../../api';
import { defined } from '../../../defined';
import { oneLine } from '../../../plain-text';
import type { ControlledHead, Pause, StoredHead } from '../../../state';
import type { Paint } from '../terminal/paint';
import { counted, table, type Cell } from '../terminal/table';
import { age, stateWord } from './state-word';

export const LIST_SCHEMA = 'boxcutter.list/v1';

export const listDocument = (extensions: readonly ListEntry[]): object => ({ schema: LIST_SCHEMA, extensions });

/** @param namespace absent: all were asked for */
export function listLines(entries: readonly ListEntry[], namespace: string | undefined, paint: Paint): readonly string[] {
  if (entries.length === 0) {
    const where = namespace === undefined ? 'any namespace.' : `namespace ${namespace}. All namespaces: boxcutter list -A`;
    return [`No extension has its state in ${where}`];
  }
  const shows = {
    by: entries.some(({ runBy: one }) => one === 'controllers'),
    catalog: entries.some(({ catalog }) => catalog !== undefined), source: entries.some(({ source }) => source !== undefined),
  };
  const columns = ({ catalog, source }: Pick<ListEntry, 'catalog' | 'source'>): { catalog: string[]; source: string[] } => ({
    catalog: shows.catalog ? [inCell(catalog ?? '-', VERSION_LENGTH)] : [],
    source: shows.source ? [source === undefined ? '-' : inCell(sourceText(source), SOURCE_LENGTH)] : [],
  });
  const rows = entries.map((entry) => {
    const { extension, stateNamespace = '-', runBy: who, version = '-', revision = '-', objects, appliedAt } = entry;
    const since = appliedAt === undefined ? '-' : age(appliedAt);
    const { catalog, source } = columns(entry);
    const at = [inCell(version, VERSION_LENGTH), ...catalog, String(revision)];
    return [extension, stateNamespace, ...(shows.by ? [who] : []), ...at, statusCell(entry, paint), String(objects), since, ...source];
  });
  const [catalog, source] = [shows.catalog ? ['CATALOG'] : [], shows.source ? ['FROM'] : []];
  const place = ['EXTENSION', 'STATE IN', ...(shows.by ? ['BY'] : [])];
  return table([...place, 'VERSION', ...catalog, 'REVISION', 'STATUS', 'OBJECTS', 'AGE', ...source], rows);
}

/** What is otherwise than before, a line each, without time. */
export function listChanges(before: readonly ListEntry[], now: readonly ListEntry[]): readonly string[] {
  const idOf = ({ extension, stateNamespace = '' }: ListEntry): string => `${stateNamespace}/${extension}`;
  const [old, current] = [before, now].map((entries) => new Map(entries.map((entry) => [idOf(entry), entry])));
  const changed = now.flatMap((entry) => {
    const line = lineOf(entry);
    const known = old?.get(idOf(entry));
    return known !== undefined && lineOf(known) === line ? [] : [line];
  });
  const gone = before.filter((entry) => current?.has(idOf(entry)) === false);
  return [...changed, ...gone.map((entry) => `${placeText(entry)}: deleted`)];
}

function placeText({ extension, stateNamespace }: ListEntry): string {
  return stateNamespace === undefined ? `${extension} of the controllers` : `${extension} in ${stateNamespace}`;
}

function lineOf(entry: ListEntry): string {
  const { version, revision, status, pause, objects } = entry;
  const what = [
    ...(revision === undefined ? [] : [`revision ${revision}`]),
    ...(version === undefined ? [] : [`version ${inCell(version, VERSION_LENGTH)}`]),
    counted(objects, 'object'),
  ].join(', ');
  const reason = pause?.reason === undefined ? '' : ` (${inCell(pause.reason, REASON_LENGTH)})`;
  return oneLine(`${placeText(entry)}: ${status}${reason}; ${what}`);
}

/** Room in a table. */
const REASON_LENGTH = 30;
const VERSION_LENGTH = 60;
const SOURCE_LENGTH = 100;

/** Room for a text in a document. Tenants may write thousands of records with megabytes in each; all are shown at once. */
const TEXT_LENGTH = 1000;

function statusCell({ status, pause }: ListEntry, { green, yellow }: Paint): Cell {
  const reason = pause?.reason;
  if (status !== 'paused' || reason === undefined) return { text: status, colour: status === 'complete' ? green : yellow };
  return { text: `paused: ${inCell(reason, REASON_LENGTH)}`, colour: yellow };
}

function inCell(text: string, length: number): string {
  return shortened(oneLine(text).replace(/\s+/g, ' ').trim(), length);
}

/** A copy: a part of a string would keep the whole in memory. */
function shortened(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(`${text.slice(0, length - 1)}…`).toString();
}

export interface ListEntry {
  readonly extension: string;
  /** Absent: it is none of the command. */
  readonly stateNamespace?: string;
  readonly runBy: 'command' | 'controllers';
  readonly status: string;
  readonly objects: number;
  readonly pause?: Pause;
  readonly packageName?: string;
  readonly revision?: number;
  readonly version?: string;
  /** Name of the bundle; where it is known. */
  readonly bundle?: string;
  /** Name of the catalog that it was chosen from. */
  readonly catalog?: string;
  readonly appliedAt?: string;
  readonly completeAt?: string;
  readonly source?: ContentSource;
}

export function listEntry(stored: StoredHead): ListEntry {
  const { head, ref, controlled } = stored;
  const [newest] = head.revisions;
  const short = (text: string | undefined): string | undefined => (text === undefined ? undefined : shortened(text, TEXT_LENGTH));
  const { paused } = head;
  const pause = paused && { since: paused.since, by: shortened(paused.by, TEXT_LENGTH), ...defined({ reason: short(paused.reason) }) };
  return {
    extension: head.extension,
    ...defined({ stateNamespace: ref.namespace }),
    runBy: controlled === undefined ? 'command' : 'controllers',
    status: stateWord(stored),
    objects: controlled?.objects ?? head.inventory.length,
    ...defined({ pause, packageName: short(head.packageName) }),
    ...defined({ source: newest?.source && shortSource(newest.source) }),
    ...defined({ revision: newest?.number, version: short(newest?.version), appliedAt: newest?.at, completeAt: newest?.completeAt }),
    ...defined({ bundle: newest?.bundle?.name, catalog: newest?.bundle?.catalog?.name }),
  };
}

/** Of the controllers. @param namespace only those that are in it, as far as their own objects say it */
export function controlledEntries(heads: readonly ControlledHead[], namespace: string | undefined): readonly ListEntry[] {
  return heads
    .filter(({ controlled: { namespaces } }) => namespace === undefined || namespaces.includes(namespace))
    .map((head) => listEntry(head));
}

/** Names that both have. */
export function doubles(entries: readonly ListEntry[]): readonly string[] {
  const own = new Set(entries.filter(({ runBy }) => runBy === 'command').map(({ extension }) => extension));
  return entries.filter(({ runBy, extension }) => runBy === 'controllers' && own.has(extension)).map(({ extension }) => extension);
}

function shortSource(source: ContentSource): ContentSource {
  if ('url' in source) return { url: shortened(source.url, TEXT_LENGTH) };
  const { repository, path } = source;
  return { repository: shortened(repository, TEXT_LENGTH), ...(path === undefined ? {} : { path: shortened(path, TEXT_LENGTH) }) };
}
