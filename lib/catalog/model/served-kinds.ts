import { asObject } from '../../api';
import { type BulkyProperty, type BundleBlob, isBulky, type Property } from './blob';

/** A kind in one of its versions. */
export interface ServedKind {
  /** Empty: the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The kinds that a bundle serves, as its properties `olm.gvk` say; in their order. What has another form is passed over. */
export function servedKinds({ properties }: Pick<BundleBlob, 'properties'>): readonly ServedKind[] {
  return properties.map(servedKind).filter((kind) => kind !== undefined);
}

export function servedKind(property: Property | BulkyProperty): ServedKind | undefined {
  if (property.type !== 'olm.gvk' || isBulky(property)) return undefined;
  const { group, version, kind } = asObject(property.value) ?? {};
  return typeof group === 'string' && typeof version === 'string' && typeof kind === 'string' ? { group, version, kind } : undefined;
}

/** Equal kinds have equal keys. */
export function kindKey({ group, version, kind }: ServedKind): string {
  return `${group}/${version}/${kind}`;
}
