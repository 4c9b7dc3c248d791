/** Tells when something in a folder may have changed. What it misses, the next look at the folder finds. */
import { watch } from 'node:fs';

/** Editors write a file in several steps. */
const QUIET_MS = 200;

/** @returns ends the watching */
export function watchFolder(path: string, changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(changed, QUIET_MS);
  };
  try {
    const watcher = watch(path, { recursive: true, persistent: false }, soon);
    // Too many folders for this system, or the folder is gone.
    watcher.on('error', () => watcher.close());
    return () => {
      clearTimeout(timer);
      watcher.close();
    };
  } catch {
    return () => clearTimeout(timer);
  }
}
