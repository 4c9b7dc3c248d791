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

/**
 * The folder that a variable of the XDG base directories names. A relative one is to be ignored, they say: it would lead into the folder at
 * hand, where a project of others may lie.
 */
export function xdgFolder(env: NodeJS.ProcessEnv, name: 'XDG_CACHE_HOME' | 'XDG_CONFIG_HOME', usual: string): string {
  const named = env[name];
  return named !== undefined && path.isAbsolute(named) ? named : path.join(homeOf(env), usual);
}

/** The cache of this user: `$BOXCUTTER_CACHE`, else `$XDG_CACHE_HOME/boxcutter`, else `~/.cache/boxcutter`. */
export function cacheOf(env: NodeJS.ProcessEnv = process.env): string {
  return env['BOXCUTTER_CACHE'] || path.join(xdgFolder(env, 'XDG_CACHE_HOME', '.cache'), 'boxcutter');
}
