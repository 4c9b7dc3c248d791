/** `metadata/dependencies.yaml`: what a package needs of others. Optional; the rules and their words are those of `opm bundle validate`. */
import { asObject, isJsonObject, type JsonObject } from '../../api';
import type { Issue, Segment } from '../../issue';
import { isSkipRange } from '../../semver';
import type { BundleFiles, TypedValue } from '../bundle';
import { constraintProblems } from './constraint';
import { DEPENDENCIES_FILES } from './file-names';
import { typedValues } from './properties';
import { firstOf, metadataDocument } from '../files/text';
import { type DependencyProblem, type EmptyField, metadataIssue } from './wording';

/** What is wrong with the value of a dependency; nothing when it is right. Undefined: it has not even the form. */
type Rule = (value: JsonObject) => readonly DependencyProblem[] | undefined;

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['olm.gvk', (value) => texts(value, [['group', 'group'], ['version', 'version'], ['kind', 'kind']])],
  [
    'olm.package',
    (value) => {
      const empty = texts(value, [['packageName', 'packageName'], ['version', 'packageVersion']]);
      const { version } = value;
      return typeof version === 'string' && version !== '' && !isSkipRange(version) ? [...(empty ?? []), { found: 'no-range' }] : empty;
    },
  ],
  ['olm.label', (value) => texts(value, [['label', 'label']])],
  ['olm.constraint', constraintProblems],
]);

/** The dependencies; none when the file is not there. */
export function readDependencies(files: BundleFiles, issues: Issue[]): TypedValue[] {
  const path = firstOf(files, DEPENDENCIES_FILES);
  const document = path === undefined ? undefined : metadataDocument(files, path, issues);
  if (path === undefined || document === undefined) return [];
  const say = (problem: DependencyProblem, at: readonly Segment[]): Issue =>
    metadataIssue('dependency-invalid', { problem }, { origin: path, path: ['dependencies', ...at] });
  // Positions in the file: an entry that cannot be read at all is left out of what typedValues gives.
  const list = document.value.dependencies ?? [];
  if (!Array.isArray(list)) {
    issues.push(say({ found: 'no-list' }, []));
    return [];
  }
  return list.flatMap((entry: unknown, index) => {
    const [dependency] = typedValues([entry], issues, (problem, [, ...inner]) => say(problem, [index, ...inner]));
    if (dependency === undefined) return [];
    issues.push(...dependencyProblems(dependency).map((problem) => say(problem, [index])));
    return [dependency];
  });
}

/** What is wrong with one dependency, as opm sees it. */
function dependencyProblems({ type, value }: TypedValue): readonly DependencyProblem[] {
  const rule = rules.get(type);
  if (rule === undefined) return [{ found: 'unsupported', type }];
  const problems = isJsonObject(value) ? rule(value) : undefined;
  return problems ?? [{ found: 'unreadable', type }];
}

/** One problem for each text that is absent or empty; undefined when one of them is no text. */
function texts(
  value: JsonObject, fields: readonly (readonly [key: string, field: EmptyField])[],
): readonly DependencyProblem[] | undefined {
  const given = fields.map(([key, field]) => ({ text: asObject(value)?.[key] ?? '', field }));
  if (given.some(({ text }) => typeof text !== 'string')) return undefined;
  return given.filter(({ text }) => text === '').map(({ field }) => ({ found: 'empty', field }));
}
