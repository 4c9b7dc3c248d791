import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BoxcutterError } from '../../errors';
import type { BinaryName, Pins } from './pins';
import { fetchFile, type FetchOptions } from './fetch-file';
import { tarMember } from './tar-member';

export interface DownloadOptions extends FetchOptions {
  readonly onProgress?: ((line: string) => void) | undefined;
}

/** Where a release of a program lies, where its publisher lists the SHA-256 sum, and its path inside an archive. */
interface Release {
  readonly url: string;
  readonly sums: string;
  readonly member?: string;
}

/**
 * Downloads one program of the pinned version, checks it against the SHA-256 sum its publisher lists, and moves it into
 * `target`. Answers false when there is no release for this platform, or when downloads are switched off.
 *
 * `$BOXCUTTER_DOWNLOAD_BASE` names a mirror, under which the publishers' paths lie below their host names
 * (`<base>/dl.k8s.io/v1.36.3/...`); `off` switches downloads off.
 *
 * @throws BoxcutterError `download-failed`, `checksum-mismatch`, `interrupted`; nothing is left in `target` then.
 */
export async function downloadProgram(name: BinaryName, target: string, pins: Pins, options: DownloadOptions): Promise<boolean> {
  const release = releaseOf(name, pins, options.env.BOXCUTTER_DOWNLOAD_BASE);
  if (release === undefined) return false;
  options.onProgress?.(`downloading ${name} from ${release.url}`);
  const expected = sumOf(path.posix.basename(release.url), (await fetchFile(release.sums, options)).toString('utf8'));
  if (expected === undefined) {
    throw new BoxcutterError('download-failed', 'server', `${release.sums} lists no SHA-256 sum of ${path.posix.basename(release.url)}.`);
  }
  const content = await fetchFile(release.url, options);
  const actual = createHash('sha256').update(content).digest('hex');
  if (actual !== expected) {
    throw new BoxcutterError(
      'checksum-mismatch', 'server',
      `${release.url} has the SHA-256 sum ${actual}, but ${expected} was published; the download is thrown away.`,
      {
        hint: 'The download was damaged or replaced on its way, or a proxy or mirror serves another file.',
        details: { url: release.url, expected, actual },
      },
    );
  }
  const program = release.member === undefined ? content : tarMember(gunzipSync(content), release.member);
  if (program === undefined) throw new BoxcutterError('download-failed', 'server', `${release.url} does not contain ${release.member}.`);
  const draft = path.join(target, `.${name}.${process.pid}`);
  fs.writeFileSync(draft, program, { mode: 0o755 });
  fs.renameSync(draft, path.join(target, name));
  return true;
}

/** Releases for Linux; elsewhere kube-apiserver is not published as a program, and everything is built. */
function releaseOf(name: BinaryName, pins: Pins, base: string | undefined): Release | undefined {
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string];
  if (base === 'off' || process.platform !== 'linux' || arch === undefined) return undefined;
  const at = (address: string): string => (base ? `${base.replace(/\/$/, '')}/${address}` : `https://${address}`);
  if (name === 'etcd') {
    const folder = at(`github.com/etcd-io/etcd/releases/download/${pins.etcd}`);
    const archive = `etcd-${pins.etcd}-linux-${arch}`;
    return { url: `${folder}/${archive}.tar.gz`, sums: `${folder}/SHA256SUMS`, member: `${archive}/etcd` };
  }
  const url =
    name === 'kwok'
      ? at(`github.com/kubernetes-sigs/kwok/releases/download/${pins.kwok}/kwok-linux-${arch}`)
      : at(`dl.k8s.io/${pins.kubernetes}/bin/linux/${arch}/${name}`);
  return { url, sums: `${url}.sha256` };
}

/** The sum of a file in a list of sums ("<hex>  <file>" lines), or the only one in a file that names none. */
function sumOf(file: string, list: string): string | undefined {
  for (const line of list.trim().split('\n')) {
    const [, sum, name] = /^([0-9a-f]{64})(?:\s+\*?(\S+))?\s*$/i.exec(line) ?? [];
    if (sum !== undefined && (name === undefined || path.posix.basename(name) === file)) return sum.toLowerCase();
  }
  return undefined;
}
