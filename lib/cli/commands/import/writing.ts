import type { NamedOptions } from '../command';

/** Where generated modules go. */
export const writing = {
  'output-directory': { type: 'string', default: 'imports', describe: 'Folder for the modules' },
  'check': { type: 'boolean', default: false, describe: 'Write nothing; exit code 10 if something is not up to date' },
} as const satisfies NamedOptions;
