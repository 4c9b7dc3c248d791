/** Which Secrets hold the content of a revision. */
import {
  asObject, isJsonObject, type JsonObject, type JsonValue, type RevisionManifest, type RevisionObject, SYSTEM_NAMESPACE,
} from '../../api';

export type ContentRef = NonNullable<RevisionObject['ref']>;

/** What the phases refer to. The document may be of any shape: what is wrong with it is found later. */
export function contentRefs({ spec }: RevisionManifest): readonly ContentRef[] {
  const entries = (value: JsonValue | undefined): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);
  const { phases } = spec as unknown as JsonObject;
  return entries(phases).flatMap(({ objects }) => entries(objects)).flatMap(({ ref }) => {
    const { name, namespace, key } = asObject(ref) ?? {};
    return typeof name === 'string' ? [{ name, key: String(key), ...(typeof namespace === 'string' ? { namespace } : {}) }] : [];
  });
}

export function refersTo(ref: ContentRef, { kind, metadata }: JsonObject): boolean {
  const { name, namespace } = asObject(metadata) ?? {};
  return kind === 'Secret' && name === ref.name && namespace === (ref.namespace ?? SYSTEM_NAMESPACE);
}
