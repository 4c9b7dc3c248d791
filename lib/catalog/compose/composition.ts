/**
 * A catalog made of others, as one file says: a list of references, each an image, a folder, a template or a bundle (docs/catalogs.md).
 * The form is that of the configuration file in the documentation of file-based catalogs: `name`, `repo`, `tag`, and `references` with
 * `name` and `image`; `from` and `packages` are our own additions.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { compareBytes } from '../../api/canonical-json';
import { defined } from '../../defined';
import type { Issue, Origin, Segment } from '../../issue';
import { asString } from '../../schema';
import { packageOfBlob } from '../write';
import { type CompositionProblem, compositionIssue } from './issues';

/** Names such a file for what it is; without it the list of references does. */
export const COMPOSITION_SCHEMA = 'boxcutter.catalog-composition/v1';

export interface Composition {
  readonly name?: string;
  /** `repo:tag`: where the image of the catalog goes. */
  readonly image?: string;
  readonly references: readonly CompositionReference[];
}

export interface CompositionReference {
  /** For messages. Unique. */
  readonly name: string;
  /** An image, or what stands on this machine. */
  readonly from: string;
  /** Of these packages only. Absent: all of them. */
  readonly packages?: readonly string[];
}

/** The blobs of a reference. */
export interface ComposedPart {
  readonly reference: CompositionReference;
  readonly blobs: readonly JsonObject[];
}

/** Whether a document is a composition, and neither a template nor a blob of a catalog. */
export function isComposition(document: JsonObject): boolean {
  return document['schema'] === COMPOSITION_SCHEMA || (document['schema'] === undefined && Array.isArray(document['references']));
}

const MEMBERS = ['schema', 'name', 'repo', 'tag', 'references'];
const REFERENCE_MEMBERS = ['name', 'image', 'from', 'packages'];

/** Undefined, with an error among the issues, where the file cannot be taken. */
export function readComposition(document: JsonObject, origin: Origin, issues: Issue[]): Composition | undefined {
  const before = issues.length;
  const say = (problem: CompositionProblem, path: readonly Segment[] = []): void => {
    issues.push(compositionIssue('composition-invalid', { problem }, { origin, path }));
  };
  for (const field of Object.keys(document)) if (!MEMBERS.includes(field)) say({ found: 'unknown-field', field }, [field]);
  const text = (member: string): string | undefined => {
    const value = document[member];
    if (value === undefined || typeof value === 'string') return value === '' ? undefined : value;
    say({ found: 'wrong-type', expected: 'text' }, [member]);
    return undefined;
  };
  const [name, repo, tag] = [text('name'), text('repo'), text('tag')];
  const list = document['references'];
  if (!Array.isArray(list)) say({ found: 'wrong-type', expected: 'list' }, ['references']);
  const seen = new Set<string>();
  const references = (Array.isArray(list) ? (list as readonly JsonValue[]) : []).flatMap((entry, index) => {
    const reference = referenceOf(entry, (problem, path = []) => say(problem, ['references', index, ...path]));
    if (reference === undefined) return [];
    const { name: own } = reference;
    if (seen.has(own)) say({ found: 'duplicate-name', name: own }, ['references', index, 'name']);
    seen.add(own);
    return [reference];
  });
  const image = repo === undefined ? undefined : tag === undefined ? repo : `${repo}:${tag}`;
  return issues.length > before ? undefined : { ...defined({ name, image }), references };
}

function referenceOf(
  entry: JsonValue, say: (problem: CompositionProblem, path?: readonly Segment[]) => void,
): CompositionReference | undefined {
  if (!isJsonObject(entry)) {
    say({ found: 'wrong-type', expected: 'mapping' });
    return undefined;
  }
  for (const field of Object.keys(entry)) if (!REFERENCE_MEMBERS.includes(field)) say({ found: 'unknown-field', field }, [field]);
  const [image, given, named] = [asString(entry['image']) ?? '', asString(entry['from']) ?? '', asString(entry['name']) ?? ''];
  const from = image === '' ? given : image;
  const { packages } = entry;
  if (from === '' || (image !== '' && given !== '')) say({ found: 'not-one-reference' });
  if (packages === undefined) return { name: named === '' ? from : named, from };
  const names = Array.isArray(packages) ? (packages as readonly JsonValue[]).filter((one) => typeof one === 'string') : [];
  if (!Array.isArray(packages) || names.length < packages.length) say({ found: 'wrong-type', expected: 'texts' }, ['packages']);
  return { name: named === '' ? from : named, from, packages: names };
}

/** The catalog of all parts. A package comes from one of them; with an error among the issues there is none. */
export function composeCatalog(parts: readonly ComposedPart[], origin: Origin, issues: Issue[]): readonly JsonObject[] {
  const owners = new Map<string, string>();
  const say = (problem: CompositionProblem): void => {
    issues.push(compositionIssue('composition-invalid', { problem }, { origin, path: ['references'] }));
  };
  return parts.flatMap(({ reference: { name, packages }, blobs }) => {
    const own = new Set(blobs.map(packageOfBlob));
    for (const wanted of packages ?? []) if (!own.has(wanted)) say({ found: 'package-missing', reference: name, packageName: wanted });
    const taken = packages === undefined ? blobs : blobs.filter((blob) => packages.includes(packageOfBlob(blob)));
    const names = [...new Set(taken.map(packageOfBlob))].filter((one) => one !== '').sort(compareBytes);
    for (const packageName of names) {
      const other = owners.get(packageName);
      if (other === undefined) owners.set(packageName, name);
      else say({ found: 'duplicate-package', packageName, references: [other, name] });
    }
    return taken;
  });
}
