import { paint } from './terminal/paint';
import { isDocument, printDocument, type OutputFormat } from './print';
import { printMessage } from './terminal/sink';

export interface PrintableError {
  readonly code?: string;
  readonly category?: string;
  readonly message: string;
  readonly hint?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** One message on standard error, and for machines one document on standard output. */
export async function printError(error: PrintableError, format: OutputFormat): Promise<void> {
  if (isDocument(format)) {
    await printDocument({ schema: 'boxcutter.error/v1', ...error }, format);
    return;
  }
  const { red, dim } = paint(process.stderr);
  printMessage(`${red('Error:')} ${error.message}`);
  if (error.hint !== undefined) printMessage(dim(error.hint));
}
