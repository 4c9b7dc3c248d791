import { paint } from './paint';

export interface PrintableError {
  readonly code?: string;
  readonly category?: string;
  readonly message: string;
  readonly hint?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** One message on standard error, and for machines one document on standard output. */
export function printError(error: PrintableError, json: boolean): void {
  if (json) {
    process.stdout.write(`${JSON.stringify({ schema: 'boxcutter.error/v1', ...error }, null, 2)}\n`);
    return;
  }
  const { red, dim } = paint(process.stderr);
  process.stderr.write(`${red('Error:')} ${error.message}\n${error.hint === undefined ? '' : `${dim(error.hint)}\n`}`);
}
