import { createHash } from 'node:crypto';
import * as path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BoxcutterError, messageOf } from '../../errors';
import { writeWhole } from '../../write-whole';
import type { BinaryName, Pins } from './pins';
import type { Environment } from '../places';
import { releaseOf, urlOf, type ReleaseArchitecture } from './releases';
import { tarMember } from './tar-member';

export interface DownloadOptions {
  readonly env: Environment;
  readonly onProgress?: ((line: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without a byte after which a download counts as failed; default 5 seconds. */
  readonly patience?: number;
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
  const content = await get(url, options);
  const actual = createHash('sha256').update(content).digest('hex');
  if (actual !== expected) {
    throw new BoxcutterError(
      'checksum-mismatch', 'server',
      `${url} has the SHA-256 sum ${actual}, but ${expected} is pinned; the download is thrown away.`,
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

async function get(url: string, options: DownloadOptions): Promise<Buffer> {
  const stalled = new AbortController();
  const patience = options.patience ?? 5_000;
  let timer = setTimeout(() => stalled.abort(), patience);
  try {
    const signal = options.signal ? AbortSignal.any([stalled.signal, options.signal]) : stalled.signal;
    const response = await fetch(url, { signal, headers: { 'user-agent': 'boxcutter' } });
    if (!response.ok || response.body === null) throw new Error(`the server answered ${response.status}`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) {
      chunks.push(chunk as Uint8Array);
      clearTimeout(timer);
      timer = setTimeout(() => stalled.abort(), patience);
    }
    return Buffer.concat(chunks);
  } catch (cause) {
    if (options.signal?.aborted) throw new BoxcutterError('interrupted', 'interrupted', `Interrupted while downloading ${url}.`);
    const why = stalled.signal.aborted ? `nothing came for ${patience / 1000} s` : messageOf((cause as Error).cause ?? cause);
    throw new BoxcutterError('download-failed', 'server', `${url} could not be downloaded: ${why}.`, { cause, details: { url } });
  } finally {
    clearTimeout(timer);
  }
}
