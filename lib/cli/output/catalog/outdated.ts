/** What could be upgraded: a table for people, a document for machines. Pure. */
import type { CatalogChoice } from '../../../api';
import { type CatalogBundle, formatVersionRelease } from '../../../catalog';
import { defined } from '../../../defined';
import { oneLine } from '../../../plain-text';
import type { Paint } from '../terminal/paint';
import { counted, table } from '../terminal/table';

export const OUTDATED_SCHEMA = 'boxcutter.outdated/v1';

export interface OutdatedEntry {
  readonly extension: string;
  readonly stateNamespace: string;
  readonly packageName?: string;
  /** Version that is installed. */
  readonly installed?: string;
  /** Name of the catalog that it follows. */
  readonly catalog?: string;
  readonly choice?: CatalogChoice;
  /**
   * `upgradable`: `upgrade` would do it. `newest`: it is the newest that there is. `held`: there are newer ones, and none may follow.
   * `no-catalog`: it follows none. `unknown`: its catalog could not be asked.
   */
  readonly status: 'upgradable' | 'newest' | 'held' | 'no-catalog' | 'unknown';
  /** What an upgrade would lead to. */
  readonly available?: CatalogBundle;
  /** The newest that its catalog has. */
  readonly newest?: CatalogBundle;
  /** What the catalog says of the installed version. */
  readonly deprecation?: string;
  /** Why the newest is not available. */
  readonly why?: string;
}

const WORDS = {
  'upgradable': 'can be upgraded', 'newest': 'newest', 'held': 'held back', 'no-catalog': 'no catalog', 'unknown': 'not known',
} as const;

/** Room for a version in the table. */
const VERSION_LENGTH = 40;

/** @param upgradeLine the line that upgrades one */
export function outdatedLines(
  entries: readonly OutdatedEntry[], { green, yellow, red, dim }: Paint, upgradeLine: (extension: string, namespace: string) => string,
): readonly string[] {
  if (entries.length === 0) return ['No extension of the command is installed here.'];
  const colours = { 'upgradable': yellow, 'newest': green, 'held': yellow, 'no-catalog': dim, 'unknown': red } as const;
  const rows = entries.map(({ extension, stateNamespace, installed = '-', available, newest, catalog = '-', status }) => [
    extension, stateNamespace, short(installed), versionOf(available), versionOf(newest), short(catalog),
    { text: WORDS[status], colour: colours[status] },
  ]);
  const header = ['EXTENSION', 'STATE IN', 'INSTALLED', 'AVAILABLE', 'NEWEST', 'CATALOG', 'STATUS'];
  const remarks = entries.flatMap((entry) => remarksOn(entry, entries));
  return [...table(header, rows), ...(remarks.length === 0 ? [] : ['', ...remarks]), '', dim(upgradesText(entries, upgradeLine))];
}

/** Of several with one name the namespace says which. */
function remarksOn({ extension, stateNamespace, why, deprecation }: OutdatedEntry, entries: readonly OutdatedEntry[]): readonly string[] {
  const isAlone = entries.filter((entry) => entry.extension === extension).length === 1;
  const name = isAlone ? extension : `${extension} (${stateNamespace})`;
  return [
    ...(why === undefined ? [] : [`${name}: ${oneLine(why)}`]),
    ...(deprecation === undefined ? [] : [`${name}: the installed version is deprecated: ${oneLine(deprecation)}`]),
  ];
}

function upgradesText(entries: readonly OutdatedEntry[], upgradeLine: (extension: string, namespace: string) => string): string {
  const upgradable = entries.filter(({ status }) => status === 'upgradable');
  const [first, ...others] = upgradable;
  if (first === undefined) return 'Nothing can be upgraded.';
  const isSameNamespace = others.every(({ stateNamespace }) => stateNamespace === first.stateNamespace);
  const extension = others.length === 0 ? first.extension : 'EXTENSION';
  const line = upgradeLine(extension, isSameNamespace ? first.stateNamespace : 'NAMESPACE');
  return `${counted(upgradable.length, 'extension')} can be upgraded: ${line}`;
}

export function outdatedDocument(entries: readonly OutdatedEntry[]): object {
  return {
    schema: OUTDATED_SCHEMA,
    extensions: entries.map(({ extension, stateNamespace, status, available, newest, ...more }) => ({
      extension,
      stateNamespace,
      status,
      ...defined({ package: more.packageName, installed: more.installed, catalog: more.choice }),
      ...defined({ available: available && bundleOf(available), newest: newest && bundleOf(newest) }),
      ...defined({ deprecation: more.deprecation, why: more.why }),
    })),
  };
}

function bundleOf({ name, version, image, deprecation }: CatalogBundle): object {
  return { name, ...defined({ version: version && formatVersionRelease(version), deprecation }), image };
}

function versionOf(bundle: CatalogBundle | undefined): string {
  if (bundle === undefined) return '-';
  return short(bundle.version === undefined ? bundle.name : formatVersionRelease(bundle.version));
}

function short(text: string): string {
  const line = oneLine(text);
  return line.length <= VERSION_LENGTH ? line : `${line.slice(0, VERSION_LENGTH - 1)}…`;
}
