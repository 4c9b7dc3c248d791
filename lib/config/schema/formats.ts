/** The formats of texts that schemas can ask for. */
import type { Ajv, Format } from 'ajv';
import type { DefinedFormats } from 'ajv-formats/dist/formats';
import { isDnsLabel } from '../../api';
import type { Patterns } from './patterns';

/**
 * Longest text that a format is tried on. Some regular expressions of ajv-formats (url, email, hostname) take time by the square of it; no
 * address or date is longer.
 */
const LONGEST = 2048;

/** Formats for text of any length: their checks take time in proportion to it. */
const ANY_LENGTH = new Set(['binary', 'password', 'json-pointer', 'json-pointer-uri-fragment']);

/**
 * The formats of JSON Schema, and our own: `namespaceName`, `isInstallNamespace` and `isNotInstallNamespace`
 * (docs/requirements.md, configuration).
 * Without an install namespace the last two only ask for the name of a namespace.
 */
export function addFormats(ajv: Ajv, installNamespace: string | undefined, patterns: Patterns): void {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded together with ajv, on first use
  const { fullFormats } = require('ajv-formats/dist/formats') as { readonly fullFormats: DefinedFormats };
  for (const [name, format] of Object.entries(fullFormats)) ajv.addFormat(name, ANY_LENGTH.has(name) ? format : limited(format));
  ajv.addFormat('byte', (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text));
  ajv.addFormat('regex', (text: string) => compiles(text, patterns));
  ajv.addFormat('namespaceName', isDnsLabel);
  ajv.addFormat('isInstallNamespace', (value: string) =>
    isDnsLabel(value) && (installNamespace === undefined || value === installNamespace));
  ajv.addFormat('isNotInstallNamespace', (value: string) => isDnsLabel(value) && value !== installNamespace);
}

/** The check of a format for texts alone, within the limit. */
function limited(format: Format): Format {
  if (format instanceof RegExp) return (text: string) => text.length <= LONGEST && format.test(text);
  if (typeof format === 'function') return (text: string) => text.length <= LONGEST && (format as (text: string) => boolean)(text);
  if (typeof format !== 'object' || !('validate' in format) || ('type' in format && format.type === 'number')) return format;
  const { validate } = format;
  if (validate instanceof RegExp) return limited(validate);
  return typeof validate === 'function' ? limited(validate as (text: string) => boolean) : format;
}

function compiles(text: string, patterns: Patterns): boolean {
  try {
    patterns.compile(text);
    return true;
  } catch {
    return false;
  }
}
