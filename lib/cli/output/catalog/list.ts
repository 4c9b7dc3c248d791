/** Packages, channels and bundles of a catalog as tables. */
import type { ListedBundle, ListedChannel, ListedPackage } from '../../../catalog';
import type { Paint } from '../terminal/paint';
import { type Cell, table } from '../terminal/table';

export function packageLines(packages: readonly ListedPackage[], colours: Paint): readonly string[] {
  const rows = packages.map(({ name, displayName = '', defaultChannel, version = '', deprecation }) =>
    [name, displayName, defaultChannel, version, deprecated(deprecation, colours)]);
  return withoutEmpty(['NAME', 'DISPLAY NAME', 'DEFAULT CHANNEL', 'HEAD', ''], rows);
}

export function channelLines(channels: readonly ListedChannel[], colours: Paint): readonly string[] {
  const rows = channels.map(({ package: packageName, name, isDefault, heads, version = '', entries, deprecation }) => {
    const shown = isDefault ? `${name} (default)` : name;
    return [packageName, shown, headText(heads, colours), version, String(entries), deprecated(deprecation, colours)];
  });
  return withoutEmpty(['PACKAGE', 'CHANNEL', 'HEAD', 'VERSION', 'BUNDLES', ''], rows);
}

export function bundleLines(bundles: readonly ListedBundle[], colours: Paint): readonly string[] {
  const rows = bundles.map(({ version = '', replaces = '', skipRange = '', ...bundle }) => [
    bundle.package, bundle.channel, bundle.name, version, replaces, bundle.skips.join(','), skipRange, bundle.image,
    deprecated(bundle.deprecation, colours),
  ]);
  return withoutEmpty(['PACKAGE', 'CHANNEL', 'BUNDLE', 'VERSION', 'REPLACES', 'SKIPS', 'SKIP RANGE', 'IMAGE', ''], rows);
}

function headText(heads: readonly string[], colours: Paint): Cell {
  const [only, ...more] = heads;
  if (only !== undefined && more.length === 0) return only;
  return { text: only === undefined ? 'ERROR: no head' : `ERROR: several heads: ${heads.join(', ')}`, colour: colours.red };
}

function deprecated(deprecation: string | undefined, colours: Paint): Cell {
  return deprecation === undefined ? '' : { text: 'deprecated', colour: colours.yellow };
}

/** Columns in which nothing stands are left out, so that a line fits a terminal more often. */
function withoutEmpty(header: readonly string[], rows: readonly (readonly Cell[])[]): readonly string[] {
  const isUsed = header.map((_, column) => rows.some((row) => textOf(row[column]) !== ''));
  const kept = (row: readonly Cell[]): readonly Cell[] => row.filter((_, column) => isUsed[column] === true || rows.length === 0);
  return table(kept(header).map(textOf), rows.map(kept));
}

function textOf(cell: Cell | undefined): string {
  return cell === undefined ? '' : typeof cell === 'string' ? cell : cell.text;
}
