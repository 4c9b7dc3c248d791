import { homedir } from 'node:os';

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
