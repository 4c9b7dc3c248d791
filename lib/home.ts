import { homedir } from 'node:os';
import * as path from 'node:path';

/**
 * The home directory of this user: `$HOME`, else what the system knows. A container that runs as a number has often neither; then it is
 * the root, where nothing of ours is found, and nothing can be written.
 */
export function homeOf(env: NodeJS.ProcessEnv = process.env): string {
  if (env['HOME']) return env['HOME'];
  try {
    return homedir();
  } catch {
    return '/';
  }
}

/** The cache of this user: `$BOXCUTTER_CACHE`, else `$XDG_CACHE_HOME/boxcutter`, else `~/.cache/boxcutter`. */
export function cacheOf(env: NodeJS.ProcessEnv = process.env): string {
  return env['BOXCUTTER_CACHE'] || path.join(env['XDG_CACHE_HOME'] || path.join(homeOf(env), '.cache'), 'boxcutter');
}
