/** `node:os` of no machine in particular. */
export const EOL = '\n';

export function platform(): string {
  return 'linux';
}

export function tmpdir(): string {
  return '/tmp';
}

export function homedir(): string {
  return '/';
}

export function hostname(): string {
  return 'localhost';
}
