/** `metadata/dependencies.yaml`: what a package needs of others. Optional; the rules and their words are those of `opm bundle validate`. */
import { asObject, isJsonObject, type JsonObject } from '../../api';
import type { Finding } from '../../schema/finding';
import type { BundleFiles, TypedValue } from '../bundle';
import { constraintProblems } from './constraint';
import { typedValues } from './properties';
import { problem } from '../report';
import { firstOf, metadataDocument } from '../files/text';
import { isVersionRange } from './version';

const FILES = ['metadata/dependencies.yaml', 'metadata/dependencies.yml', 'metadata/dependencies.json'] as const;

/** What is wrong with the value of a dependency: messages of opm, nothing when it is right. Undefined: it has not even the form. */
type Rule = (value: JsonObject) => readonly string[] | undefined;

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['olm.gvk', (value) => texts(value, [['group', 'API Group is empty'], ['version', 'API Version is empty'], ['kind', 'API Kind is empty']])],
  [
    'olm.package',
    (value) => {
      const empty = texts(value, [['packageName', 'Package name is empty'], ['version', 'Package version is empty']]);
      const { version } = value;
      return typeof version === 'string' && version !== '' && !isVersionRange(version) ? [...(empty ?? []), 'Invalid semver format version'] : empty;
    },
  ],
  ['olm.label', (value) => texts(value, [['label', 'Label information is missing']])],
  ['olm.constraint', constraintProblems],
]);

/** The dependencies; none when the file is not there. */
export function readDependencies(files: BundleFiles, findings: Finding[]): TypedValue[] {
  const path = firstOf(files, FILES);
  const document = path === undefined ? undefined : metadataDocument(files, path, findings);
  if (path === undefined || document === undefined) return [];
  const say = (message: string, at: string): Finding => problem('dependency-invalid', message, { origin: path, path: `dependencies${at}` });
  // Positions in the file: an entry that cannot be read at all is left out of what typedValues gives.
  const list = document.value.dependencies ?? [];
  if (!Array.isArray(list)) {
    findings.push(say('this is no list', ''));
    return [];
  }
  return list.flatMap((entry: unknown, index) => {
    const at = `[${index}]`;
    const [dependency] = typedValues([entry], findings, (message, inner) => say(message, inner.replace('[0]', at)));
    if (dependency === undefined) return [];
    findings.push(...dependencyProblems(dependency).map((message) => say(message, at)));
    return [dependency];
  });
}

/** What is wrong with one dependency, in the words of opm. */
export function dependencyProblems({ type, value }: TypedValue): readonly string[] {
  const rule = rules.get(type);
  if (rule === undefined) return [`unsupported dependency type ${type}`];
  const problems = isJsonObject(value) ? rule(value) : undefined;
  return problems ?? [`couldn't parse dependency of type ${type}`];
}

/** One message for each text that is absent or empty; undefined when one of them is no text. */
function texts(value: JsonObject, fields: readonly (readonly [field: string, empty: string])[]): readonly string[] | undefined {
  const given = fields.map(([field, empty]) => ({ text: asObject(value)?.[field] ?? '', empty }));
  if (given.some(({ text }) => typeof text !== 'string')) return undefined;
  return given.filter(({ text }) => text === '').map(({ empty }) => empty);
}
