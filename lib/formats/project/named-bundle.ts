/**
 * What a text that names a bundle stands for. Every way of opening a bundle begins here: synth, which reads what is on this machine, and
 * the command, which unpacks images as well and asks registries. Looks at names on this disk alone, and loads nothing.
 */
import { existsSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../defined';
import { BoxcutterError, messageOf } from '../../errors';
import { isImageReference } from './reference';

export type NamedBundle =
  | {
    /** `layout`: an OCI image layout. `file`: a packed chart or bundle, or a saved image; its content says which. */
    readonly kind: 'folder' | 'layout' | 'file';
    readonly path: string;
    /** Tag or digest behind the path: one of the images that it holds. */
    readonly image?: string;
  }
  /** An image in a registry. */
  | { readonly kind: 'reference' }
  /** Nothing on this machine, and no full reference: it may be a short one, or mistyped. */
  | { readonly kind: 'unknown' };

/** What is on this machine by that name comes before a reference. @throws BoxcutterError `bundle-unreadable` (input) */
export function bundleNamed(text: string): NamedBundle {
  if (text.startsWith('oci://')) return { kind: 'reference' };
  const whole = onDisk(text);
  if (whole !== undefined) return whole;
  const [, path, digest, tag] = /^(.+?)(?:@(sha(?:256|512):[0-9a-f]+)|:([^:/\\]+(?:[:/][^\\]*)?))$/.exec(text) ?? [];
  const image = digest ?? tag;
  const holder = path === undefined ? undefined : onDisk(path);
  if (holder !== undefined) return { ...holder, ...defined({ image }) };
  return { kind: isImageReference(text) ? 'reference' : 'unknown' };
}

type OnDisk = Extract<NamedBundle, { path: string }>;

function onDisk(path: string): OnDisk | undefined {
  const found = statOf(path);
  if (found === undefined) return undefined;
  if (!found.isDirectory()) return { kind: 'file', path };
  const mark = join(path, 'oci-layout');
  return { kind: existsSync(mark) && statSync(mark).isFile() ? 'layout' : 'folder', path };
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new BoxcutterError('bundle-unreadable', 'input', `${path} cannot be read: ${messageOf(error)}.`, {
      hint: 'Check path and permissions.', cause: error,
    });
  }
}

/**
 * The error for a name that stands for nothing. What looks like a path is taken for one; else it may be an image whose registry was left
 * out.
 * @param options.hint what to do about it, where that is known better
 */
export function bundleNotFound(
  text: string,
  { hint = hintFor(text), cause }: { readonly hint?: string; readonly cause?: unknown } = {},
): BoxcutterError {
  if (/^(?:git\+)?(?:https?|file):\/\//i.test(text)) {
    // Neither a query nor credentials are repeated.
    const shown = text.replace(/[?#][^]*$/, '').replace(/\/\/[^/]*@/, '//');
    return new BoxcutterError('bundle-not-found', 'input', `${shown} is a URL, but a bundle is read from a file, a folder or a registry.`, {
      hint: 'Download it, and name the file. Images are named without a scheme: registry.example/team/bundle:v1', cause,
    });
  }
  const either = looksLikePath(text) ? '' : ', and it cannot be the name of an image either';
  return new BoxcutterError('bundle-not-found', 'input', `There is no file or folder ${text}${either}.`, { hint, cause });
}

/** The ending or the beginning shows that it is a path and no image. */
export function looksLikePath(text: string): boolean {
  return /^[./~\\]|^[A-Za-z]:[\\/]|\\|\.(?:tgz|tar|tar\.gz|gz|zst|ya?ml|json)$/.test(text) || !text.includes('/');
}

/** A short name may be meant for an image, so the hint says how to name one in full. */
function hintFor(text: string): string {
  return /^[a-z0-9][a-z0-9._-]*(?::[\w.-]+)?$/.test(text) && !/\.(?:tgz|tar|gz|zst|ya?ml|json)$/.test(text)
    ? `Check the path. An image is named with its registry: docker.io/library/${text}`
    : 'Check the path. An image is named with its registry: registry.example/team/bundle:v1';
}
