/** The status of a CompatibilityRequirement, decided from the requirement and the live definition. Pure. */
import type { CompatibilityRequirement as RequirementObject, CompatibilityRequirementStatus } from '../../../../imports/api';
import { asObject, isJsonObject, type Condition, type JsonObject, type KubeObject } from '../../../api';
import { conditionsOf, type ConditionFact } from '../../conditions';
import { findingsOf } from '../../../in-words';
import { parseDocuments, yamlWording } from '../../../yaml';
import type { Kept } from './admission/policy';
import { incompatibilities, pathsOf, selectedVersions, warnings } from './compare';

export type Requirement = RequirementObject & KubeObject;

/** The definition that a requirement has as text, or what is wrong with it. */
export type Read =
  | { readonly type: 'read'; readonly definition: JsonObject; readonly name: string }
  | { readonly type: 'wrong'; readonly message: string };

const DATA = 'spec.compatibilitySchema.customResourceDefinition.data';

export function readRequirement({ spec: { compatibilitySchema } }: Requirement): Read {
  const { customResourceDefinition: { data }, requiredVersions, excludedFields = [] } = compatibilitySchema;
  const { documents, issues } = parseDocuments(data, DATA);
  const errors = issues.filter(({ severity, code }) => severity === 'error' && code !== 'yaml-integer');
  const [first] = findingsOf(errors, yamlWording);
  if (first !== undefined) return wrong(DATA, `expected a valid CustomResourceDefinition in YAML format: ${first.message}`);
  const values = documents.map(({ value }) => value).filter((value) => value !== null);
  const [value] = values;
  const name = isJsonObject(value) ? asObject(value['metadata'])?.['name'] : undefined;
  const { apiVersion, kind } = isJsonObject(value) ? value : {};
  const isDefinition = apiVersion === 'apiextensions.k8s.io/v1' && kind === 'CustomResourceDefinition';
  if (values.length !== 1 || !isJsonObject(value) || !isDefinition || typeof name !== 'string') {
    return wrong(DATA, 'expected a valid CustomResourceDefinition in YAML format: it is none of apiextensions.k8s.io/v1 with a name');
  }
  if (!isNamedByRule(value, name)) {
    const what = 'expected a valid CustomResourceDefinition in YAML format';
    return wrong(DATA, `${what}: metadata.name has to be spec.names.plural, a dot and spec.group`);
  }
  const all = versionNames(value);
  const unknown = (requiredVersions.additionalVersions ?? []).find((version) => !all.includes(version));
  if (unknown !== undefined) return wrong('spec.compatibilitySchema.requiredVersions.additionalVersions', `there is no version ${unknown}`);
  const selected = selectedVersions(value, requiredVersions);
  for (const { path, versions } of excludedFields) {
    const pruned = versions.find((version) => !selected.includes(version));
    if (pruned !== undefined) {
      return wrong(
        'spec.compatibilitySchema.excludedFields',
        `version ${pruned} is pruned from the compatibility schema, should not be specified in excludedFields`,
      );
    }
    const missing = versions.find((version) => !hasPath(value, version, path));
    if (missing !== undefined) return wrong(
      'spec.compatibilitySchema.excludedFields', `path not found in schema: desired path ^.${path} in version ${missing}`,
    );
  }
  return { type: 'read', definition: value, name };
}

const PLURAL = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const GROUP = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)+$/;

/** As the server wants it. What a webhook asks about is made of it: a `*` would stand for every object of the cluster. */
function isNamedByRule(definition: JsonObject, name: string): boolean {
  const spec = asObject(definition['spec']);
  const [plural, group] = [asObject(spec?.['names'])?.['plural'], spec?.['group']];
  if (typeof plural !== 'string' || typeof group !== 'string') return false;
  return PLURAL.test(plural) && GROUP.test(group) && name === `${plural}.${group}`;
}

/** How it went to keep policies and webhook; `failed`: it is tried again; `unserved`: this installation cannot do what is asked for. */
export type Policies = Kept | { readonly type: 'failed' | 'unserved'; readonly message: string };

/** @param live undefined: there is no such definition */
export function requirementStatus(
  { metadata, spec, status }: Requirement, read: Read, { live, policies, now }: {
    readonly live: KubeObject | undefined; readonly policies: Policies; readonly now: Date;
  },
): CompatibilityRequirementStatus {
  const { generation } = metadata as { readonly generation?: number };
  const facts = (all: readonly ConditionFact[]): readonly Condition[] => conditionsOf(status?.conditions, all, { now, generation });
  if (read.type === 'wrong') {
    const keptName = status?.crdName === undefined ? {} : { crdName: status.crdName };
    return {
      ...keptName,
      conditions: facts([
        { type: 'Progressing', status: 'False', reason: 'ConfigurationError', message: read.message },
        { type: 'Admitted', status: 'False', reason: 'NotAdmitted', message: 'The compatibility CRD is not set' },
        { type: 'Compatible', status: 'Unknown', reason: 'ConfigurationError', message: 'The requirement cannot be read' },
      ]),
    };
  }
  const { requiredVersions, excludedFields } = spec.compatibilitySchema;
  const compared = (how: typeof incompatibilities): readonly string[] => (
    live === undefined ? [] : how(read.definition, live as unknown as JsonObject, requiredVersions, excludedFields)
  );
  const { uid, generation: observed = 1 } = (live?.metadata ?? {}) as { readonly uid?: string; readonly generation?: number };
  return {
    crdName: status?.crdName ?? read.name,
    ...(uid === undefined ? {} : { observedCRD: { uid, generation: observed } }),
    conditions: facts([
      progressing(policies),
      { type: 'Admitted', status: 'True', reason: 'Admitted', message: 'The CompatibilityRequirement has been admitted' },
      compatible(live !== undefined, compared(incompatibilities), compared(warnings)),
    ]),
  };
}

function progressing(policies: Policies): ConditionFact {
  const type = 'Progressing';
  switch (policies.type) {
    case 'kept': return { type, status: 'False', reason: 'UpToDate', message: 'The CompatibilityRequirement is up to date' };
    case 'conflict': return { type, status: 'False', reason: 'OwnershipConflict', message: policies.message };
    case 'unserved': return { type, status: 'False', reason: 'ConfigurationError', message: policies.message };
    case 'failed': return { type, status: 'True', reason: 'TransientError', message: policies.message };
  }
}

function compatible(isThere: boolean, errors: readonly string[], warned: readonly string[]): ConditionFact {
  const type = 'Compatible';
  if (!isThere) return { type, status: 'False', reason: 'CRDNotFound', message: 'The target CRD was not found' };
  if (errors.length > 0) return { type, status: 'False', reason: 'RequirementsNotMet', message: errors.join('\n') };
  if (warned.length > 0) return { type, status: 'True', reason: 'CompatibleWithWarnings', message: warned.join('\n') };
  return { type, status: 'True', reason: 'Compatible', message: 'The CRD is compatible with this requirement' };
}

function wrong(path: string, message: string): Read {
  return { type: 'wrong', message: `${path}: Invalid value: ${message}` };
}

function versionNames(definition: JsonObject): readonly string[] {
  const versions = asObject(definition['spec'])?.['versions'];
  return (Array.isArray(versions) ? versions : []).map((version) => String(asObject(version)?.['name']));
}

function hasPath(definition: JsonObject, version: string, path: string): boolean {
  const versions = asObject(definition['spec'])?.['versions'];
  const found = (Array.isArray(versions) ? versions : []).map(asObject).find((one) => one?.['name'] === version);
  const schema = asObject(asObject(found?.['schema'])?.['openAPIV3Schema']) ?? {};
  return pathsOf(schema as JsonObject).some((one) => one.replaceAll('[*]', '') === `^.${path}`);
}
