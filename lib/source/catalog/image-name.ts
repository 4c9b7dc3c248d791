/** What a catalog calls the image of a bundle that is read from this machine: a pattern says it. */
import { asObject, isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { BoxcutterError } from '../../errors';
import { asString } from '../../schema';

/** `{package}`, or `{{.Package}}` as opm has it. */
const PLACEHOLDER = /\{\{\s*\.(\w+)\s*\}\}|\{(\w+)\}/g;

/**
 * The reference for a bundle: `registry.example/{package}-bundle:v{version}`. Signs that a tag cannot have (`+`) become `-`.
 * @param digest of the image that was read, or that a push of the files makes, for `{digest}`
 * @throws BoxcutterError `usage-image-name` for a placeholder that there is not
 */
export function imageName(pattern: string, blob: JsonObject, digest: () => string): string {
  const properties = Array.isArray(blob['properties']) ? (blob['properties'] as readonly JsonValue[]).filter(isJsonObject) : [];
  const { version } = asObject(properties.find(({ type }) => type === 'olm.package')?.['value']) ?? {};
  const values: Readonly<Record<string, string | undefined>> = {
    package: asString(blob['package']), name: asString(blob['name']), version: asString(version),
  };
  return pattern.replace(PLACEHOLDER, (all, go: string | undefined, own: string | undefined) => {
    const key = (go ?? own ?? '').toLowerCase();
    if (key === 'digest') return digest();
    const value = values[key];
    if (value !== undefined) return value.replaceAll('+', '-');
    throw new BoxcutterError('usage-image-name', 'input', `${all} cannot be filled in for ${String(blob['name'])}.`, {
      hint: 'There are {package}, {name}, {version} and {digest}.',
    });
  });
}
