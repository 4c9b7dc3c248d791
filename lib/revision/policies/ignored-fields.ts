/** The words for a path of a field that belongs to others, and that is none. */
import { ANNOTATION_IGNORE, MAX_IGNORED_LENGTH, MAX_IGNORED_PATHS, type IgnoredProblem } from '../../api';

const PROBLEMS: Readonly<Record<IgnoredProblem['problem'], readonly [what: string, hint: string]>> = {
  'empty': ['names no field', 'Name a field, like /spec/replicas, or leave the annotation out.'],
  'too-many': [`names more than ${MAX_IGNORED_PATHS} fields`, 'Name the map or the list that they are in.'],
  'too-long': [`names a field with more than ${MAX_IGNORED_LENGTH} characters`, 'Name the map or the list that it is in.'],
  'malformed': [
    'names a field with a path that cannot be read',
    'Write a JSON pointer, like /spec/replicas or /webhooks/*/clientConfig/caBundle, or the path that a plan prints.',
  ],
  'forbidden': [
    'names a field that an object cannot do without',
    'Fields below spec and the like, labels and annotations by their keys may belong to others; what identifies an object, and the marks '
      + 'of the extension on it, may not.',
  ],
  'index': ['names an item of a list by its place', 'Name it by its key, like [name=web], or all items with *.'],
};

export function ignoredText({ path, problem }: IgnoredProblem): { readonly message: string; readonly hint: string } {
  const [what, hint] = PROBLEMS[problem];
  return { message: `annotation ${ANNOTATION_IGNORE} ${what}${path === '' ? '' : `: ${path}`}`, hint };
}
