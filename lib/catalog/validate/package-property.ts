/** The property `olm.package` of a bundle: which version of which package it is. */
import { asObject } from '../../api';
import { defined } from '../../defined';
import { type BundleBlob, isBulky, type Property } from '../model/blob';

/** Where it stands among the properties, and its values as far as they are texts. */
export interface PackageProperty {
  readonly index: number;
  readonly packageName?: string;
  readonly version?: string;
  readonly release?: string;
}

export function packageProperties({ properties }: BundleBlob): readonly PackageProperty[] {
  return properties.flatMap((property, index) => {
    if (property.type !== 'olm.package') return [];
    const value = isBulky(property) ? {} : asObject((property as Property).value) ?? {};
    const { packageName, version, release } = value;
    return [{ index, ...defined({ packageName: text(packageName), version: text(version), release: text(release) || undefined }) }];
  });
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
