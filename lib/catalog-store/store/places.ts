/** Where the publisher of a catalog wrote each blob, beside where it stands in the store: findings name the former, reading needs the latter. */
import { isJsonObject } from '../../api';
import type { BlobPlace } from '../../catalog';
import type { Meta } from './meta';
import type { Section } from './sections';

/** By file and document. */
export type Places = ReadonlyMap<string, Section>;

type Row = readonly [file: number, document: number, offset: number, length: number];

export class PlacesBuilder {
  private readonly files = new Map<string, number>();
  private readonly rows: Row[] = [];

  add({ place: { file, document } }: Meta, [offset, length]: Section): void {
    const number = this.files.get(file) ?? this.files.size;
    this.files.set(file, number);
    this.rows.push([number, document, offset, length]);
  }

  text(): string {
    return JSON.stringify({ files: [...this.files.keys()], rows: this.rows });
  }
}

export function placeKey({ file, document }: Pick<BlobPlace, 'file' | 'document'>): string {
  return `${document} ${file}`;
}

/** @returns undefined for what is no such table */
export function parsePlaces(text: string): Places | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value) || !Array.isArray(value['files']) || !Array.isArray(value['rows'])) return undefined;
    const files = value['files'] as readonly string[];
    const rows = value['rows'] as unknown as readonly Row[];
    return new Map(rows.map(([file, document, offset, length]) => [placeKey({ file: files[file] ?? '', document }), [offset, length]]));
  } catch {
    return undefined;
  }
}
