/** What a person looks for in a bundle, out of what describes it. Others wrote that: what has another type is passed over. */
import { asObject, isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { defined } from '../../defined';
import type { BundleSummary } from '../model/blob';
import type { Keeper } from './keep';

const MAX_DESCRIPTION = 2000;

/** Of the value of `olm.csv.metadata`. */
export function summaryOfMetadata(metadata: JsonObject, keeper: Keeper): BundleSummary {
  return summaryOf(metadata, metadata['crdDescriptions'], keeper);
}

/** Of a ClusterServiceVersion. */
export function summaryOfCsv(csv: JsonObject, keeper: Keeper): BundleSummary {
  const spec = asObject(csv['spec']) ?? {};
  return summaryOf(spec, spec['customresourcedefinitions'], keeper);
}

function summaryOf(about: JsonObject, definitions: JsonValue | undefined, keeper: Keeper): BundleSummary {
  const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? keeper.shared(value) : undefined);
  const description = typeof about['description'] === 'string' ? about['description'].slice(0, MAX_DESCRIPTION) : undefined;
  return {
    keywords: listOf(about['keywords']).flatMap((word) => text(word) ?? []),
    installModes: objectsOf(about['installModes']).filter((mode) => mode['supported'] === true).flatMap((mode) => text(mode['type']) ?? []),
    ownedKinds: [...new Set(objectsOf(asObject(definitions)?.['owned']).flatMap((owned) => text(owned['kind']) ?? []))],
    ...defined({
      displayName: text(about['displayName']), description: text(description), provider: text(asObject(about['provider'])?.['name']),
      minKubeVersion: text(about['minKubeVersion']),
    }),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function objectsOf(value: unknown): readonly JsonObject[] {
  return listOf(value).filter(isJsonObject);
}
