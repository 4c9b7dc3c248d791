/** The process of a package that travels: no environment, no arguments, and nothing to read or to write. */
const stream = { write: () => true, isTTY: false, on: (): void => undefined };

export const env = {};
export const argv: readonly string[] = ['node', '/package'];
export const execArgv: readonly string[] = [];
export const platform = 'linux';
export const arch = 'x64';
export const version = 'v20.19.0';
export const versions = { node: '20.19.0' };
export const stdout = stream;
export const stderr = stream;

export function cwd(): string {
  return '/';
}

export function exit(): never {
  throw new Error('a package that travels has no process to end (process.exit)');
}

export function on(): void {
  // Nothing happens to it.
}

export const once = on;
export const off = on;
export const emitWarning = on;
export const nextTick = on;
