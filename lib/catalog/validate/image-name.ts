/**
 * Is a text the name of an image, as the tools of containers read it? Short names are taken for ones of Docker Hub.
 *
 * Source: the grammar of distribution/reference.
 */

export type ImageNameProblem = 'format' | 'uppercase' | 'hexadecimal' | 'too-long' | 'digest-algorithm' | 'digest-length';

const HOST = /^(?:(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*|\[[a-fA-F0-9:]+\])(?::\d+)?$/;
const PATH = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^([A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*):([0-9a-fA-F]{32,})$/;
/** Hexadecimal digits of each algorithm. */
const DIGITS: Readonly<Record<string, number>> = { sha256: 64, sha384: 96, sha512: 128 };
const MAX_NAME = 255;
/** Nothing that is longer is a name; it is not looked at. */
const MAX_TEXT = 1024;

export function imageNameProblem(image: string): ImageNameProblem | undefined {
  if (image.length > MAX_TEXT) return 'too-long';
  if (/^[a-f0-9]{64}$/.test(image)) return 'hexadecimal';
  const [nameAndTag = '', digest, ...more] = image.split('@');
  if (more.length > 0) return 'format';
  const slash = nameAndTag.indexOf('/');
  const first = nameAndTag.slice(0, Math.max(0, slash));
  const isHost = slash >= 0 && (/[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase());
  const rest = isHost ? nameAndTag.slice(slash + 1) : nameAndTag;
  const colon = rest.indexOf(':');
  const path = colon < 0 ? rest : rest.slice(0, colon);
  if (path !== path.toLowerCase()) return 'uppercase';
  if ((isHost && !HOST.test(first)) || !PATH.test(path) || (colon >= 0 && !TAG.test(rest.slice(colon + 1)))) return 'format';
  if (nameOf(isHost ? first : undefined, path).length > MAX_NAME) return 'too-long';
  return digest === undefined ? undefined : digestProblem(digest);
}

/** No image, but a file or folder of a machine. */
export function isPath(image: string): boolean {
  return /^\.{1,2}\/|^[/\\~]|^[A-Za-z]:[\\/]/.test(image);
}

/** A path that a catalog may name while it is being worked on: one within the reach of its folder. */
export function isRelativePath(image: string): boolean {
  return /^\.{1,2}\//.test(image);
}

/** Names the same bytes for ever. */
export function isPinned(image: string): boolean {
  return image.includes('@');
}

function nameOf(host: string | undefined, path: string): string {
  if (host !== undefined) return `${host}/${path}`;
  return `docker.io/${path.includes('/') ? '' : 'library/'}${path}`;
}

function digestProblem(digest: string): ImageNameProblem | undefined {
  const [, algorithm, digits] = DIGEST.exec(digest) ?? [];
  if (algorithm === undefined || digits === undefined) return 'format';
  const length = Object.hasOwn(DIGITS, algorithm) ? DIGITS[algorithm] : undefined;
  if (length === undefined) return 'digest-algorithm';
  if (digits.length !== length) return 'digest-length';
  return /^[a-f0-9]+$/.test(digits) ? undefined : 'format';
}
