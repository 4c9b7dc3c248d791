import type { Ajv } from 'ajv';

const NAMESPACE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/**
 * The formats of draft-07, and those of S3: `namespaceName`, `isInstallNamespace` and `isNotInstallNamespace`.
 * Without an install namespace the last two only ask for the name of a namespace.
 */
export function addFormats(ajv: Ajv, installNamespace: string | undefined): void {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded together with ajv, on first use
  (require('ajv-formats') as typeof import('ajv-formats')).default(ajv);
  const isName = (value: string): boolean => NAMESPACE.test(value);
  ajv.addFormat('namespaceName', isName);
  ajv.addFormat('isInstallNamespace', (value: string) => isName(value) && (installNamespace === undefined || value === installNamespace));
  ajv.addFormat('isNotInstallNamespace', (value: string) => isName(value) && value !== installNamespace);
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
