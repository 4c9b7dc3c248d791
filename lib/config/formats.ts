import type { Ajv } from 'ajv';
import { isDnsLabel } from '../api';

/**
 * The formats of draft-07, and those of S3: `namespaceName`, `isInstallNamespace` and `isNotInstallNamespace`.
 * Without an install namespace the last two only ask for the name of a namespace.
 */
export function addFormats(ajv: Ajv, installNamespace: string | undefined): void {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded together with ajv, on first use
  (require('ajv-formats') as typeof import('ajv-formats')).default(ajv);
  ajv.addFormat('namespaceName', isDnsLabel);
  ajv.addFormat('isInstallNamespace', (value: string) => isDnsLabel(value) && (installNamespace === undefined || value === installNamespace));
  ajv.addFormat('isNotInstallNamespace', (value: string) => isDnsLabel(value) && value !== installNamespace);
}

/** How a message says what a format asks for. */
export function describeFormat(format: string): string {
  switch (format) {
    case 'namespaceName':
      return 'must be a valid name of a namespace';
    case 'isInstallNamespace':
      return 'must be the install namespace';
    case 'isNotInstallNamespace':
      return 'must be the name of a namespace other than the install namespace';
    case 'uri':
    case 'url':
      return 'must be a valid url';
    default:
      return `must be a valid ${format}`;
  }
}
