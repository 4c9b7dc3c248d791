/**
 * `olm.csv.metadata`: what a catalog says of a ClusterServiceVersion without carrying it whole. Only fields that OLM's types have are
 * taken, and those that OLM leaves out when they are empty are left out. Source: operator-registry, migration
 * `bundle-object-to-csv-metadata`; operators.coreos.com/v1alpha1.
 */
import { asObject, isJsonObject, type JsonObject, type JsonValue } from '../../api';

export const CSV_METADATA = 'olm.csv.metadata';

/** What is taken of a value; undefined: it is empty, or no such thing. */
type Take = (value: JsonValue | undefined) => JsonValue | undefined;

const text: Take = (value) => (typeof value === 'string' && value !== '' ? value : undefined);
const truth: Take = (value) => value === true;
const integer: Take = (value) => (typeof value === 'number' && value !== 0 ? value : undefined);
const anything: Take = (value) => value ?? undefined;
/** Written also when it is empty. */
const name: Take = (value) => (typeof value === 'string' ? value : '');
const texts: Take = (value) => some(listOf(value).filter((one) => typeof one === 'string'));
const textMap: Take = (value) => {
  const entries = Object.entries(asObject(value) ?? {}).filter(([, one]) => typeof one === 'string');
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
};

/** A mapping with these fields, also when none is there. */
function fields(takes: Readonly<Record<string, Take>>): Take {
  return (value) => {
    const given = asObject(value) ?? {};
    const taken = Object.entries(takes).map(([key, take]): [string, JsonValue | undefined] => [key, take(given[key])]);
    return Object.fromEntries(taken.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));
  };
}

function list(take: Take): Take {
  return (value) => some(listOf(value).filter(isJsonObject).map((one) => take(one) ?? {}));
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function some(values: readonly JsonValue[]): JsonValue | undefined {
  return values.length === 0 ? undefined : [...values];
}

const descriptors = list(fields({ path: name, displayName: text, description: text, 'x-descriptors': texts, value: anything }));

const described: Readonly<Record<string, Take>> = {
  displayName: text,
  description: text,
  resources: list(fields({ name, kind: name, version: name })),
  statusDescriptors: descriptors,
  specDescriptors: descriptors,
  actionDescriptors: descriptors,
};

const definitions = list(fields({ name, version: name, kind: name, ...described }));
const apiServices = list(fields({
  name, group: name, version: name, kind: name, deploymentName: text, containerPort: integer, ...described,
}));

/** Of the specification; with where they stand in it, when they are called otherwise there. */
const OF_SPEC: readonly (readonly [key: string, take: Take, member?: string])[] = [
  ['apiServiceDefinitions', fields({ owned: apiServices, required: apiServices }), 'apiservicedefinitions'],
  ['crdDescriptions', fields({ owned: definitions, required: definitions }), 'customresourcedefinitions'],
  ['description', text],
  ['displayName', text],
  ['installModes', list(fields({ type: name, supported: truth }))],
  ['keywords', texts],
  ['links', list(fields({ name: text, url: text }))],
  ['maintainers', list(fields({ name: text, email: text }))],
  ['maturity', text],
  ['minKubeVersion', text],
  ['nativeAPIs', list(fields({ group: name, version: name, kind: name }))],
  ['provider', fields({ name: text, url: text })],
];

/** The value of the property for a ClusterServiceVersion. */
export function csvMetadata(manifest: JsonObject): JsonObject {
  const { annotations, labels } = asObject(manifest['metadata']) ?? {};
  const spec = asObject(manifest['spec']) ?? {};
  const taken: readonly (readonly [string, JsonValue | undefined])[] = [
    ['annotations', textMap(annotations)],
    ['labels', textMap(labels)],
    ...OF_SPEC.map(([key, take, member = key]) => [key, take(spec[member])] as const),
  ];
  return Object.fromEntries(taken.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}
