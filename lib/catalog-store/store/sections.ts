/**
 * Which parts of `catalog.jsonl` hold the blobs of a schema, a package, a name: what is asked for is read as ranges of one file, and the
 * rest of it never.
 *
 * The file `index.json` has the form of catalogd's (`by_schema`, `by_package`, `by_name`: name to a list of `[offset, length]`), with one
 * difference. Upstream finds an `olm.package` by its schema and its name only, because the blob has no member `package`; here it is found
 * by its package, too, so that `?package=NAME` gives all of a package.
 */
import { isJsonObject } from '../../api';
import type { CatalogMeta } from '../../catalog';

/** First byte, and bytes. */
export type Section = readonly [offset: number, length: number];

/** What of a catalog is asked for; blobs have to be all of it. Absent members ask for nothing. */
export interface MetaQuery {
  readonly schema?: string | undefined;
  readonly package?: string | undefined;
  readonly name?: string | undefined;
}

type ByName = ReadonlyMap<string, readonly Section[]>;

export interface SectionIndex {
  readonly by_schema: ByName;
  readonly by_package: ByName;
  readonly by_name: ByName;
}

export class SectionIndexBuilder {
  private readonly schemas = new Map<string, Section[]>();
  private readonly packages = new Map<string, Section[]>();
  private readonly names = new Map<string, Section[]>();
  private end = 0;

  /** Blobs are added in the order in which they stand. Gives where this one stands. */
  add({ blob: { schema, package: packageName, name }, bytes }: CatalogMeta): Section {
    const section: Section = [this.end, bytes.length];
    this.end += bytes.length;
    put(this.schemas, schema, section);
    put(this.packages, packageName ?? (schema === 'olm.package' ? name : undefined), section);
    put(this.names, name, section);
    return section;
  }

  build(): SectionIndex {
    return { by_schema: this.schemas, by_package: this.packages, by_name: this.names };
  }
}

function put(map: Map<string, Section[]>, key: string | undefined, section: Section): void {
  if (key === undefined || key === '') return;
  const there = map.get(key);
  if (there === undefined) map.set(key, [section]);
  else there.push(section);
}

/**
 * The sections that answer a query, in the order of the file; those that touch are one.
 * @returns undefined: the whole catalog
 */
export function sectionsFor(index: SectionIndex, query: MetaQuery): readonly Section[] | undefined {
  const asked = ([['by_schema', query.schema], ['by_package', query.package], ['by_name', query.name]] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  if (asked.length === 0) return undefined;
  const [first = [], ...others] = asked.map(([key, value]) => index[key].get(value ?? '') ?? []).sort((a, b) => a.length - b.length);
  const offsets = others.map((sections) => new Set(sections.map(([offset]) => offset)));
  return joined(first.filter(([offset]) => offsets.every((set) => set.has(offset))));
}

function joined(sections: readonly Section[]): readonly Section[] {
  const runs: [number, number][] = [];
  for (const [offset, length] of sections) {
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[1] === offset) last[1] += length;
    else runs.push([offset, length]);
  }
  return runs;
}

export function indexText(index: SectionIndex): string {
  const sorted = (map: ByName): object => Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
  return JSON.stringify({ by_schema: sorted(index.by_schema), by_package: sorted(index.by_package), by_name: sorted(index.by_name) });
}

/** @returns undefined for what is no index of a catalog of this size */
export function parseIndex(text: string, size: number): SectionIndex | undefined {
  try {
    const document: unknown = JSON.parse(text);
    if (!isJsonObject(document)) return undefined;
    const [schemas, packages, names] = ['by_schema', 'by_package', 'by_name'].map((key) => readMap(document[key], size));
    if (schemas === undefined || packages === undefined || names === undefined) return undefined;
    return { by_schema: schemas, by_package: packages, by_name: names };
  } catch {
    return undefined;
  }
}

function readMap(value: unknown, size: number): ByName | undefined {
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every(([, sections]) => areSections(sections, size)) ? new Map(entries as never) : undefined;
}

/** In their order, and within the file. */
function areSections(value: unknown, size: number): value is readonly Section[] {
  let end = 0;
  return Array.isArray(value) && value.every((section: unknown) => {
    if (!Array.isArray(section) || section.length !== 2) return false;
    const [offset, length] = section as readonly unknown[];
    if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(length)) return false;
    const isAfter = (offset as number) >= end && (length as number) > 0;
    end = (offset as number) + (length as number);
    return isAfter && end <= size;
  });
}
