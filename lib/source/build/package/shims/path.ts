/** Paths as Node.js has them on Linux, of a working directory `/`. */
function normalized(path: string, isAbsolute: boolean): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (!isAbsolute) parts.push('..');
  }
  return parts.join('/');
}

export const sep = '/';
export const delimiter = ':';

export function isAbsolute(path: string): boolean {
  return path.startsWith('/');
}

export function normalize(path: string): string {
  const text = normalized(path, isAbsolute(path));
  const end = path.endsWith('/') ? '/' : '';
  if (isAbsolute(path)) return text === '' ? '/' : `/${text}${end}`;
  return (text === '' ? '.' : text) + end;
}

export function join(...paths: string[]): string {
  const joined = paths.filter((path) => path !== '').join('/');
  return joined === '' ? '.' : normalize(joined);
}

export function resolve(...paths: string[]): string {
  const last = paths.findLastIndex(isAbsolute);
  return `/${normalized(paths.slice(Math.max(0, last)).join('/'), true)}`;
}

export function dirname(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  const at = trimmed.lastIndexOf('/');
  if (at === -1) return path.startsWith('/') && trimmed === '' ? '/' : '.';
  return at === 0 ? '/' : trimmed.slice(0, at);
}

export function basename(path: string, suffix = ''): string {
  const name = path.replace(/\/+$/, '').replace(/^.*\//s, '');
  return suffix !== '' && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}

export function extname(path: string): string {
  const name = basename(path);
  const at = name.lastIndexOf('.');
  return at <= 0 || name === '..' ? '' : name.slice(at);
}

export function relative(from: string, to: string): string {
  const [start, end] = [resolve(from), resolve(to)].map((path) => path.split('/').filter((part) => part !== '')) as [string[], string[]];
  let shared = 0;
  while (shared < start.length && start[shared] === end[shared]) shared += 1;
  return [...start.slice(shared).map(() => '..'), ...end.slice(shared)].join('/');
}

export function parse(path: string) {
  const [base, ext] = [basename(path), extname(path)];
  const folder = dirname(path);
  const dir = folder === '.' && !path.startsWith('.') ? '' : folder;
  return { root: isAbsolute(path) ? '/' : '', dir, base, ext, name: ext === '' ? base : base.slice(0, -ext.length) };
}

export const posix = { sep, delimiter, isAbsolute, normalize, join, resolve, dirname, basename, extname, relative, parse };
