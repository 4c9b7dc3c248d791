/**
 * The comparison of a requirement with a definition that is being written, as CEL: for each object of the schema that is required, which
 * of its fields the new schema lacks. A structural schema has every field outside of allOf and the like, so only that part is looked at.
 */
import { asObject, type JsonObject } from '../../../../api';
import { type ExcludedField, ITEMS, type RequiredVersion, requiredOf, type Segment, type Selection, VALUES } from '../compare';
import { celText, type Variable, validationOf } from './cel';
import { definitionsThat, type PolicySpec } from './policy';

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
  const schemas = versions.map((version, index) => schemasOf(version, `v${index}`));
  const problems = schemas.flatMap((one) => one.problems);
  const served = required.filter((version) => version.served).map(({ name }) => name).sort();
  const gone = `${JSON.stringify(served)}.filter(n, !object.spec.versions.exists(v, v.name == n && v.served))`;
  const removed = served.length === 0 ? [] : [
    `${gone}.size() == 0 ? "" : "served versions removed : " + ${gone}.join(", ")`,
  ];
  const name = String(asObject(definition['metadata'])?.['name']);
  return {
    action,
    matchConstraints: definitionsThat('CREATE', 'UPDATE'),
    // Not `resourceNames`: a definition that is being created has no name in the request.
    matchConditions: [{ name: 'required', expression: `object.metadata.name == ${celText(name)}` }],
    ...validationOf([...problems, ...removed], {
      variables: schemas.flatMap(({ variables }) => variables),
      prefix: 'CRD is not compatible with CompatibilityRequirements: '
        + `This requirement was added by CompatibilityRequirement ${requirement}: `,
      fallback: `CRD is not compatible with CompatibilityRequirement ${requirement}`,
    }),
  };
}

interface Schemas {
  readonly variables: readonly Variable[];
  readonly problems: readonly string[];
}

/** What is in one object, list or map of a schema. */
interface Parent {
  readonly variable: string;
  readonly segments: readonly Segment[];
  readonly inside: Segment[];
}

/**
 * Each object, list and map of the schema is a variable, made of the one that it is in: with the path from the root at each of them, the
 * server compiles a definition of some hundred fields for seconds.
 * @param root name of the variable that is the schema, as a list; of a version that is not there any more, an empty one
 */
function schemasOf({ name: version, fields }: RequiredVersion, root: string): Schemas {
  const parents = new Map<string, Parent>();
  const parentPath = (path: string, last: Segment): string => path.slice(0, -textOf(last).length);
  // Each comes after the one that it is in.
  for (const { path, segments } of fields) {
    const last = segments.at(-1);
    if (last === undefined) continue;
    const above = parentPath(path, last);
    const variable = parents.size === 0 ? root : `${root}s${parents.size}`;
    const parent: Parent = parents.get(above) ?? { variable, segments: segments.slice(0, -1), inside: [] };
    parents.set(above, parent);
    parent.inside.push(last);
  }
  const variableOf = (path: string, { segments }: Parent): string => {
    const last = segments.at(-1);
    if (last === undefined) {
      return `object.spec.versions.filter(v, v.name == ${celText(version)}).map(v, v.?schema.?openAPIV3Schema.orValue({}))`;
    }
    return `variables.${parents.get(parentPath(path, last))?.variable}.map(s, s${stepTo(last)}.orValue({}))`;
  };
  const all = [...parents];
  return {
    variables: all.map(([path, parent]) => ({ name: parent.variable, expression: variableOf(path, parent) })),
    problems: all.flatMap(([path, parent]) => removedFields(`removed field : ${version}.${path}`, parent)),
  };
}

function removedFields(removed: string, { variable, inside }: Parent): readonly string[] {
  const each = (problem: string): string => `variables.${variable}.map(s, ${problem}).join("; ")`;
  const names = inside.filter((segment) => typeof segment === 'string');
  const elements = inside.filter((segment) => typeof segment !== 'string');
  return [
    ...(names.length === 0 ? [] : [each(
      `${JSON.stringify(names)}.filter(f, !(f in s.?properties.orValue({}))).map(f, ${celText(`${removed}.`)} + f).join("; ")`,
    )]),
    ...elements.map((segment) => each(`s${stepTo(segment)}.hasValue() ? "" : ${celText(removed + textOf(segment))}`)),
  ];
}

function textOf(segment: Segment): string {
  return typeof segment === 'string' ? `.${segment}` : '[*]';
}

function stepTo(segment: Segment): string {
  if (segment === ITEMS) return '.?items';
  return segment === VALUES ? '.?additionalProperties' : `.?properties[?${celText(segment)}]`;
}
