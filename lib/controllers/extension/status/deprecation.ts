/** What catalogs say of package, channels and the installed bundle, as conditions of an extension. Pure. */
import type { ConditionFact } from '../../conditions';
import type { DeprecationFacts } from '../outcome';

const UNKNOWN = {
  status: 'Unknown', reason: 'DeprecationStatusUnknown', message: 'deprecation status unknown: catalog data unavailable',
} as const;

/** @param hasBundle something is installed */
export function deprecationConditions({ known }: DeprecationFacts, hasBundle: boolean): readonly ConditionFact[] {
  const absent = { status: 'Unknown', reason: 'Absent', message: 'no bundle installed yet' } as const;
  if (known === undefined) {
    return [
      ...['Deprecated', 'PackageDeprecated', 'ChannelDeprecated'].map((type) => ({ type, ...UNKNOWN })),
      { type: 'BundleDeprecated', ...(hasBundle ? UNKNOWN : absent) },
    ];
  }
  const ofPackage = known.package === undefined ? [] : [known.package];
  const ofChannels = known.channels.map(({ message }) => message);
  const ofBundle = known.bundle === undefined || !hasBundle ? [] : [known.bundle];
  return [
    condition('Deprecated', [...ofPackage, ...ofChannels, ...ofBundle], 'not deprecated'),
    condition('PackageDeprecated', ofPackage, 'package not deprecated'),
    condition('ChannelDeprecated', ofChannels, 'channel not deprecated'),
    hasBundle ? condition('BundleDeprecated', ofBundle, 'bundle not deprecated') : { type: 'BundleDeprecated', ...absent },
  ];
}

function condition(type: string, messages: readonly string[], otherwise: string): ConditionFact {
  return messages.length === 0
    ? { type, status: 'False', reason: 'NotDeprecated', message: otherwise }
    : { type, status: 'True', reason: 'Deprecated', message: messages.join('\n') };
}
