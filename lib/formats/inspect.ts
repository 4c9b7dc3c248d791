/** What a bundle is and holds, in short: for people who decide whether to install it, and for scripts. */
import { asObject, definedKindOf, isDefinition } from '../api';
import { defined } from '../defined';
import { configSchemaOf } from './config';
import { imagesOf } from './images/images';
import { type Bundle, formatOf } from './list';
import { requirementsOf } from './requirements';
import type { SourceObject } from '../revision';
import type { BundleSummary } from './summary';

/** @param objects what the bundle makes where it is installed, if it holds none itself. @default what it holds */
export function inspectBundle(bundle: Bundle, objects: readonly SourceObject[] = [...bundle.crds, ...bundle.others]): BundleSummary {
  const { name, format, packageName, version, release, channels, defaultChannel, dependencies } = bundle;
  const own = formatOf(bundle).inspect(bundle);
  const kinds = objects.map(({ manifest }) => String(manifest['kind'])).sort();
  return {
    name,
    format,
    packageName,
    ...defined({ version, release, displayName: own.displayName }),
    channels,
    ...defined({ defaultChannel, replaces: own.replaces }),
    skips: own.skips ?? [],
    ...defined({ minKubeVersion: own.minKubeVersion, maxOpenShiftVersion: requirementsOf(bundle).maxOpenShiftVersion }),
    installModes: own.installModes ?? [],
    ...defined({ suggestedNamespace: own.suggestedNamespace }),
    needsCertificates: own.needsCertificates ?? false,
    apis: apisOf(objects),
    requiredApis: own.requiredApis ?? [],
    dependencies,
    webhooks: own.webhooks ?? [],
    deployments: own.deployments ?? [],
    serviceAccounts: own.serviceAccounts ?? [],
    configuration: Object.keys(asObject(configSchemaOf(bundle)?.['properties']) ?? {}),
    objects: Object.fromEntries([...new Set(kinds)].map((kind) => [kind, kinds.filter((other) => other === kind).length])),
    images: imagesOf(bundle, objects),
  };
}

/** Whether rendering a bundle takes a provider that issues certificates: it has webhooks or API services. */
export function needsCertificates(bundle: Bundle): boolean {
  return formatOf(bundle).inspect(bundle).needsCertificates ?? false;
}

/** Whether rendering the bundle twice may give two results. */
export function makesUpValues(bundle: Bundle): boolean {
  return formatOf(bundle).inspect(bundle).makesUpValues ?? false;
}

/** The namespace that the author of a bundle suggests to install it into. */
export function suggestedNamespaceOf(bundle: Bundle): string | undefined {
  return formatOf(bundle).inspect(bundle).suggestedNamespace;
}

function apisOf(objects: readonly SourceObject[]): readonly string[] {
  return objects.filter(({ manifest }) => isDefinition(manifest)).map(({ manifest }) => {
    const { kind = '', group = '', versions } = definedKindOf(manifest);
    return `${kind} ${group}/${versions.map(({ name = '' }) => name).join(',')}`;
  }).sort();
}
