import type { JsonObject, JsonValue } from '../api';
import type { Issue, Segment } from '../issue';
import { crdNode } from './crd';
import type { SchemaNode } from './pack';
import { walkValue } from './walk/walk';

/** A schema as it stands in a CRD (openAPIV3Schema, or a part of it), for `checkValue`. */
export function schemaNodeOf(schema: JsonObject): SchemaNode {
  return crdNode(schema);
}

/** Checks a value that is no object of its own, by the rules for custom resources. */
export function checkValue(schema: SchemaNode, value: JsonValue, path: readonly Segment[]): Issue[] {
  const issues: Issue[] = [];
  walkValue({ builtIn: false, issues, path: [...path] }, schema, value);
  return issues;
}
