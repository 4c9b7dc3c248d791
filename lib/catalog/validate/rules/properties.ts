/** Rules about properties whose form is known. */
import { isJsonObject, type JsonValue } from '../../../api';
import { LIMITS } from '../../../formats/files/limits';
import { kindOf } from '../../load/issues';
import { type BundleBlob, isBulky, type Property } from '../../model/blob';
import type { Report } from '../report';

/** Fields that are texts, by type. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'olm.package': ['packageName', 'version', 'release'],
  'olm.package.required': ['packageName', 'versionRange'],
  'olm.gvk': ['group', 'kind', 'version'],
  'olm.gvk.required': ['group', 'kind', 'version'],
};

export function checkProperties({ name, package: packageName, properties, place }: BundleBlob, report: Report): void {
  const about = { package: packageName, bundle: name };
  properties.forEach((property, index) => {
    const { type } = property;
    const path = ['properties', index] as const;
    if (type === '') report('catalog-property-type', { ...about, index }, place, [...path, 'type']);
    if (type === 'olm.constraint') {
      const bytes = isBulky(property) ? property.size : JSON.stringify((property as Property).value).length;
      const limit = LIMITS.constraint;
      if (bytes > limit) report('catalog-constraint-size', { ...about, bytes, limit }, place, path);
    }
    const fields = Object.hasOwn(KNOWN, type) ? KNOWN[type] ?? [] : [];
    if (fields.length === 0 || isBulky(property)) return;
    const value = (property as Property).value as JsonValue;
    if (!isJsonObject(value)) {
      const data = { ...about, index, type, field: '', expected: 'object', found: kindOf(value) } as const;
      report('catalog-property', data, place, [...path, 'value']);
      return;
    }
    for (const field of fields) {
      const member = value[field];
      if (member === undefined || member === null || typeof member === 'string') continue;
      const data = { ...about, index, type, field, expected: 'string', found: kindOf(member) } as const;
      report('catalog-property', data, place, [...path, 'value', field]);
    }
  });
}
