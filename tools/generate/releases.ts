/**
 * Pins the releases of the programs of the control plane: writes tools/control-plane/releases.sum, from the sums that their publishers
 * list, for the versions of tools/control-plane/go.mod. Only by name, after a change of versions: `npm run generate -- releases`.
 */
import * as path from 'node:path';
import { readFileSync } from 'node:fs';
import { binaryNames, readPins, type Pins } from '../../lib/control-plane/programs/pins';
import { releaseArchitectures, releaseOf, urlOf, type Release } from '../../lib/control-plane/programs/releases';
import { writeWhole } from '../../lib/write-whole';

/** The text of the file: the comments of the one that is there, and a line for each release. */
export async function pinReleases(pins: Pins, comments: string, mirror: string | undefined): Promise<string> {
  const releases = binaryNames.flatMap((name) => releaseArchitectures.map((architecture) => releaseOf(name, pins, architecture)));
  const lines = await Promise.all(releases.map(async (release) => `${await publishedSum(release, mirror)}  ${release.address}\n`));
  return comments + lines.sort((a, b) => (a.slice(64) < b.slice(64) ? -1 : 1)).join('');
}

async function publishedSum({ address, sums }: Release, mirror: string | undefined): Promise<string> {
  const url = urlOf(sums, mirror);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: the server answered ${response.status}`);
  const sum = sumOf(path.posix.basename(address), await response.text());
  if (sum === undefined) throw new Error(`${url} lists no SHA-256 sum of ${path.posix.basename(address)}`);
  return sum;
}

/** The sum of a file in a list of sums (`<hex>  <file>` lines), or the only one in a list that names no file. */
function sumOf(file: string, list: string): string | undefined {
  for (const line of list.trim().split('\n')) {
    const [, sum, name] = /^([0-9a-f]{64})(?:\s+\*?(\S+))?\s*$/i.exec(line) ?? [];
    if (sum !== undefined && (name === undefined || path.posix.basename(name) === file)) return sum.toLowerCase();
  }
  return undefined;
}

async function main(): Promise<void> {
  const pins = readPins();
  const file = path.join(pins.folder, 'releases.sum');
  const comments = readFileSync(file, 'utf8').split('\n').filter((line) => line.startsWith('#')).map((line) => `${line}\n`).join('');
  writeWhole(file, await pinReleases(pins, comments, process.env['BOXCUTTER_DOWNLOAD_BASE']));
}

if (require.main === module) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error
      ? `${error.message}${error.cause instanceof Error ? `: ${error.cause.message}` : ''}`
      : String(error));
    process.exitCode = 1;
  });
}
