/**
 * Objects as people name them: `Deployment/web`, `deployment.apps/web`, `deployments/web`. Pure.
 */
import { displayName, groupOf, keyOf, versionOf, type ObjectRef } from '../../api';
import { BoxcutterError, type HintWords } from '../../errors';
import { oneLine } from '../../plain-text';
import { nearest } from '../../schema/suggest';

/** How many objects an error lists. */
const LISTED = 10;

/**
 * Finds each of the named objects among those of an extension.
 * @param namespace decides where a name means objects in several namespaces
 * @throws BoxcutterError category `input`: `object-name` for words that name no object, `object-unknown` with what comes close,
 *   `object-ambiguous` with what it may mean. The error names all mistakes.
 */
export function findNamed(names: readonly string[], refs: readonly ObjectRef[], namespace?: string): readonly ObjectRef[] {
  const mistakes: BoxcutterError[] = [];
  const found = new Map<string, ObjectRef>();
  for (const name of names) {
    try {
      const ref = findOne(name, refs, namespace);
      found.set(keyOf(ref), ref);
    } catch (error) {
      if (!(error instanceof BoxcutterError)) throw error;
      mistakes.push(error);
    }
  }
  const [first, ...more] = mistakes;
  if (first === undefined) return [...found.values()];
  if (more.length === 0) throw first;
  const hint = (words: HintWords): string => [...new Set(mistakes.map((mistake) => mistake.hintIn(words)))].join(' ');
  throw new BoxcutterError(first.code, 'input', mistakes.map(({ message }) => message).join('\n'), { hint });
}

function findOne(text: string, refs: readonly ObjectRef[], namespace: string | undefined): ObjectRef {
  const [, kind = '', name = ''] = /^([^/]+)\/([^/]+)$/.exec(text) ?? [];
  if (kind === '') {
    throw new BoxcutterError('object-name', 'input', `"${text}" names no object.`, {
      hint: 'Name objects like Deployment/web or deployment.apps/web.',
    });
  }
  const meant = refs.filter((ref) => ref.name === name && isKind(kind, ref));
  const here = meant.length > 1 && namespace !== undefined ? meant.filter((ref) => ref.namespace === namespace) : meant;
  const [found] = here;
  if (found !== undefined && here.length === 1) return found;
  if (meant.length > 1) {
    const groups = new Set(meant.map(({ apiVersion }) => groupOf(apiVersion)));
    const example = `${(meant[0] as ObjectRef).kind.toLowerCase()}.${[...groups].find((group) => group !== '') ?? ''}`;
    throw new BoxcutterError(
      'object-ambiguous',
      'input',
      `${text} may be ${meant.map((ref) => described(ref, groups.size > 1)).join(' or ')}.`,
      {
        hint: groups.size > 1
          ? `Name the group, too, like ${example}/${name}, or the version: v1.`
          : ({ option }) => `Name the namespace with ${option('namespace')}.`,
      },
    );
  }
  throw new BoxcutterError('object-unknown', 'input', `The extension has no object ${text}.`, { hint: close(kind, name, refs) });
}

/** `Deployment`, `deployments`, each also with group, or with version and group. */
function isKind(text: string, { apiVersion, kind }: ObjectRef): boolean {
  const [first = '', ...rest] = text.toLowerCase().split('.');
  const singular = kind.toLowerCase();
  if (first !== singular && !plurals(singular).includes(first)) return false;
  const group = groupOf(apiVersion).toLowerCase();
  const place = rest.join('.');
  return place === '' || place === group || place === [versionOf(apiVersion), group].filter((part) => part !== '').join('.').toLowerCase();
}

function plurals(kind: string): readonly string[] {
  return [`${kind}s`, `${kind}es`, ...(kind.endsWith('y') ? [`${kind.slice(0, -1)}ies`] : [])];
}

function described(ref: ObjectRef, withGroup: boolean): string {
  return withGroup ? `${displayName(ref)} (${ref.apiVersion})` : displayName(ref);
}

/** Objects of that name, otherwise the nearest of that kind, otherwise what there is. */
function close(kind: string, name: string, refs: readonly ObjectRef[]): string {
  const list = (some: readonly ObjectRef[]): string => {
    const shown = some.slice(0, LISTED).map((ref) => `${ref.kind}/${oneLine(ref.name)}`);
    return [...new Set(shown)].join(', ') + (some.length > LISTED ? `, and ${some.length - LISTED} more` : '');
  };
  const named = refs.filter((ref) => ref.name === name);
  if (named.length > 0) return `Did you mean ${list(named)}?`;
  const alike = refs.filter((ref) => isKind(kind, ref));
  const near = nearest(name, alike.map((ref) => ref.name));
  if (near !== undefined) return `Did you mean ${list(alike.filter((ref) => ref.name === near))}?`;
  return refs.length === 0 ? 'It has none.' : `It has ${list(alike.length > 0 ? alike : refs)}.`;
}
