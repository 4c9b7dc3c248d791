import { createHash } from 'node:crypto';
import * as path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BoxcutterError } from '../../errors';
import { writeWhole } from '../../write-whole';
import { fetchFile, type FetchOptions } from './fetch-file';
import type { BinaryName, Pins } from './pins';
import { releaseOf, urlOf, type ReleaseArchitecture } from './releases';
import { tarMember } from './tar-member';

export interface DownloadOptions extends FetchOptions {
  /** Among those that are to be downloaded: `(1 of 5)`. */
  readonly position?: string;
}

/**
 * Downloads one program of the pinned version, checks it against the SHA-256 sum that this package pins, and moves it into `target`.
 * Answers false when there is no release for this platform, when no sum is pinned for it, or when downloads are switched off.
 *
 * `$BOXCUTTER_DOWNLOAD_BASE` names a mirror, under which the publishers' paths lie below their host names
 * (`<base>/dl.k8s.io/v1.36.3/...`); `off` switches downloads off.
 *
 * @throws BoxcutterError `download-failed`, `checksum-mismatch`, `interrupted`; nothing is left in `target` then.
 */
export async function downloadProgram(name: BinaryName, target: string, pins: Pins, options: DownloadOptions): Promise<boolean> {
  const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch as string] as ReleaseArchitecture | undefined;
  const { BOXCUTTER_DOWNLOAD_BASE: mirror } = options.env;
  if (mirror === 'off' || process.platform !== 'linux' || architecture === undefined) return false;
  const release = releaseOf(name, pins, architecture);
  const expected = pins.sums.get(release.address);
  if (expected === undefined) return false;
  const url = urlOf(release.address, mirror);
  options.onProgress?.(`downloading ${name} from ${url}`);
  const content = await fetchFile(url, options.position === undefined ? name : `${name} ${options.position}`, options);
  const actual = createHash('sha256').update(content).digest('hex');
  if (actual !== expected) {
    throw new BoxcutterError(
      'checksum-mismatch', 'server',
      `${url} has the SHA-256 sum ${actual}, but ${expected} is pinned, so the download was discarded.`,
      {
        hint: 'The download was damaged or replaced: by its publisher, on its way, or by a proxy or mirror.',
        details: { url, expected, actual },
      },
    );
  }
  const program = release.member === undefined ? content : tarMember(gunzipSync(content), release.member);
  if (program === undefined) throw new BoxcutterError('download-failed', 'server', `${url} does not contain ${release.member}.`);
  writeWhole(path.join(target, name), program, 0o755);
  return true;
}
