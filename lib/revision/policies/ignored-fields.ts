/** Paths of fields that belong to others: those that no object of the kind can have, and the words for one that is none. */
import {
  ANNOTATION_IGNORE, ignoredPathsOf, type IgnoredStep, type JsonObject, MAX_IGNORED_LENGTH, MAX_IGNORED_PATHS, type IgnoredProblem,
} from '../../api';
import { defined } from '../../defined';
import { escapePointer, type Issue, type IssuePlace } from '../../issue';
import { type KindSchema, missingField } from '../../schema';
import { revisionIssue } from '../issues';

/** Warns of rules about fields that the schema of the kind does not have: mostly a slip of the pen, after which the field is repaired. */
export function checkIgnoredFields(object: JsonObject, schema: KindSchema | undefined, place: IssuePlace): Issue[] {
  if (schema === undefined) return [];
  return ignoredPathsOf(object).flatMap((path) => {
    const missing = missingField(schema.root, path);
    if (missing === undefined) return [];
    const steps = path.map(stepText);
    const data = { path: `/${steps.join('/')}`, step: steps[missing.at] ?? '', kind: schema.kind, ...defined({ near: missing.near }) };
    const where = ['metadata', 'annotations', ANNOTATION_IGNORE];
    return [revisionIssue('ignores-nothing', data, { severity: 'warning', path: where, ...place })];
  });
}

/** As in a JSON pointer. */
function stepText(step: IgnoredStep): string {
  if (typeof step === 'string') return escapePointer(step);
  return 'all' in step ? '*' : `[${Object.entries(step.item).map(([name, value]) => `${name}=${value}`).join(',')}]`;
}

const PROBLEMS: Readonly<Record<IgnoredProblem['problem'], readonly [what: string, hint: string]>> = {
  'empty': ['names no field', 'Name a field, like /spec/replicas, or leave the annotation out.'],
  'too-many': [`names more than ${MAX_IGNORED_PATHS} fields`, 'Name the map or the list that they are in.'],
  'too-long': [`names a field with more than ${MAX_IGNORED_LENGTH} characters`, 'Name the map or the list that it is in.'],
  'malformed': [
    'names a field with a path that cannot be read',
    'Write a JSON pointer, like /spec/replicas or /webhooks/*/clientConfig/caBundle, or the path that a plan prints.',
  ],
  'forbidden': [
    'names a field that every object needs',
    'Fields below spec and the like, labels and annotations by their keys may belong to others; what identifies an object, and the marks '
      + 'of the extension on it, may not.',
  ],
  'index': ['names an item of a list by its place', 'Name it by its key, like [name=web], or all items with *.'],
};

export function ignoredText({ path, problem }: IgnoredProblem): { readonly message: string; readonly hint: string } {
  const [what, hint] = PROBLEMS[problem];
  return { message: `annotation ${ANNOTATION_IGNORE} ${what}${path === '' ? '' : `: ${path}`}`, hint };
}
