/**
 * Where the publisher of a catalog wrote each blob: what is stored is one file of lines, and findings are about the files of the publisher.
 */
import { isJsonObject } from '../../api';
import type { CatalogMeta } from '../../catalog';

/** Of the blob on each line, in their order. */
export type Places = readonly WrittenPlace[];

export interface WrittenPlace {
  readonly file: string;
  readonly document: number;
  readonly line: number;
}

type Row = readonly [file: number, document: number, line: number];

export class PlacesBuilder {
  private readonly files = new Map<string, number>();
  private readonly rows: Row[] = [];

  add({ blob: { place: { file, document, line } } }: CatalogMeta): void {
    const number = this.files.get(file) ?? this.files.size;
    this.files.set(file, number);
    this.rows.push([number, document, line]);
  }

  text(): string {
    return JSON.stringify({ files: [...this.files.keys()], rows: this.rows });
  }
}

/** @returns undefined for what is no such table */
export function parsePlaces(text: string): Places | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value) || !Array.isArray(value['files']) || !Array.isArray(value['rows'])) return undefined;
    const files = value['files'] as readonly string[];
    const rows = value['rows'] as unknown as readonly Row[];
    return rows.map(([file, document, line]) => ({ file: files[file] ?? '', document, line }));
  } catch {
    return undefined;
  }
}
