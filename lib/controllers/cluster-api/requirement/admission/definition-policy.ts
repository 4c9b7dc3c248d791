/**
 * The comparison of a requirement with a definition that is being written, as CEL: for each object of the schema that is required, which
 * of its fields the new schema lacks. A structural schema has every field outside of allOf and the like, so only that part is looked at.
 */
import { asObject, type JsonObject } from '../../../../api';
import { ITEMS, requiredOf, VALUES, type ExcludedField, type Field, type Segment, type Selection } from '../compare';
import { celText, validationOf } from './cel';
import type { PolicySpec } from './policy';

/** @param action `Warn`: the definition is stored, and its writer is warned */
export function definitionPolicy({ requirement, definition, selection, excluded, action }: {
  readonly requirement: string;
  readonly definition: JsonObject;
  readonly selection: Selection;
  readonly excluded: readonly ExcludedField[];
  readonly action: 'Deny' | 'Warn';
}): PolicySpec {
  const required = requiredOf(definition, selection, excluded);
  const versions = required.filter(({ fields }) => fields.length > 1);
  const variables = versions.map(({ name }, index) => ({
    name: `v${index}`,
    // A version that is not there any more lacks no field: it is missing itself.
    expression: `object.spec.versions.filter(v, v.name == ${celText(name)}).map(v, v.?schema.?openAPIV3Schema.orValue({}))`,
  }));
  const problems = versions.flatMap(({ name, fields }, index) => removedFields(name, fields, `variables.v${index}`));
  const served = required.filter((version) => version.served).map(({ name }) => name).sort();
  const gone = `${JSON.stringify(served)}.filter(n, !object.spec.versions.exists(v, v.name == n && v.served))`;
  const removed = served.length === 0 ? [] : [
    `${gone}.size() == 0 ? "" : "served versions removed : " + ${gone}.join(", ")`,
  ];
  const name = String(asObject(definition['metadata'])?.['name']);
  return {
    action,
    // What is left out is said as well, here and in the binding: what another client adds there would let definitions through.
    matchConstraints: {
      matchPolicy: 'Exact', namespaceSelector: {}, objectSelector: {}, excludeResourceRules: [],
      resourceRules: [{
        apiGroups: ['apiextensions.k8s.io'], apiVersions: ['v1'], resources: ['customresourcedefinitions'], resourceNames: [], scope: '*',
        operations: ['CREATE', 'UPDATE'],
      }],
    },
    // Not `resourceNames`: a definition that is being created has no name in the request.
    matchConditions: [{ name: 'required', expression: `object.metadata.name == ${celText(name)}` }],
    ...validationOf([...problems, ...removed], {
      variables,
      prefix: 'CRD is not compatible with CompatibilityRequirements: '
        + `This requirement was added by CompatibilityRequirement ${requirement}: `,
      fallback: `CRD is not compatible with CompatibilityRequirement ${requirement}`,
    }),
  };
}

interface Parent {
  readonly field: Field;
  readonly names: string[];
}

/** @param schemas expression of a list with the schema, or with nothing */
function removedFields(version: string, fields: readonly Field[], schemas: string): readonly string[] {
  const parents = new Map<string, Parent>();
  const elements: Field[] = [];
  const byPath = new Map(fields.map((field) => [field.path, field]));
  for (const field of fields) {
    const name = field.segments.at(-1);
    if (name === ITEMS || name === VALUES) elements.push(field);
    if (typeof name !== 'string') continue;
    const above = field.path.slice(0, -name.length - 1);
    const parent = parents.get(above) ?? { field: byPath.get(above) ?? { path: above, segments: field.segments.slice(0, -1) }, names: [] };
    parent.names.push(name);
    parents.set(above, parent);
  }
  const each = (problem: string): string => `${schemas}.map(s, ${problem}).join("; ")`;
  const removed = `removed field : ${version}.`;
  return [
    ...[...parents.values()].map(({ field: { path, segments }, names }) => each(
      `${JSON.stringify(names)}.filter(f, !(f in ${schemaAt(segments)}.?properties.orValue({})))`
        + `.map(f, ${celText(`${removed}${path}.`)} + f).join("; ")`,
    )),
    ...elements.map(({ path, segments }) => each(`${schemaAt(segments)}.hasValue() ? "" : ${celText(removed + path)}`)),
  ];
}

function schemaAt(segments: readonly Segment[]): string {
  return `optional.of(s)${segments.map((segment) => {
    if (segment === ITEMS) return '.?items';
    return segment === VALUES ? '.?additionalProperties' : `.?properties[?${celText(segment)}]`;
  }).join('')}`;
}
