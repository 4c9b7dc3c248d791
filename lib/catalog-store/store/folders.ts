/**
 * The folders of a store: `contents/<algorithm>-<hex>` for each catalog by its digest, `names/<hash>.json` for what names stand for, and
 * drafts and trash, which begin with a dot.
 */
import { createHash, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolders } from '../../make-folders';

/** A draft that was begun so long ago was left by a process that died. */
export const ABANDONED_MS = 3_600_000;

export class StoreFolders {
  constructor(readonly root: string) {}

  get contents(): string {
    return join(this.root, 'contents');
  }

  get names(): string {
    return join(this.root, 'names');
  }

  /** The digest has been checked to be one: it becomes a path. */
  content(digest: string): string {
    return join(this.contents, digest.replace(':', '-'));
  }

  /** Names are any text, so they are hashed. */
  name(name: string): string {
    return join(this.names, `${createHash('sha256').update(name).digest('hex')}.json`);
  }

  /** A new folder that nobody else has, beside the contents. */
  draft(): string {
    this.make();
    const draft = join(this.contents, `.draft-${process.pid}-${randomBytes(8).toString('hex')}`);
    makeFolders(draft, 0o700);
    return draft;
  }

  /** Where something goes that is about to be removed: what has this name is looked for by nobody. */
  trash(): string {
    return join(this.contents, `.trash-${process.pid}-${randomBytes(8).toString('hex')}`);
  }

  make(): void {
    for (const folder of [this.contents, this.names]) makeFolders(folder, 0o700);
  }
}

/** The digest that a folder of `contents/` is named after. */
export function digestOfFolder(name: string): string | undefined {
  const [, algorithm, hex] = /^(sha256|sha512)-([0-9a-f]{64,128})$/.exec(name) ?? [];
  return algorithm === undefined || hex === undefined ? undefined : `${algorithm}:${hex}`;
}

/** Makes names in a folder survive a power cut. Where folders cannot be opened (Windows), the system does so by itself. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  try {
    await folder?.sync().catch(() => {});
  } finally {
    await folder?.close();
  }
}
