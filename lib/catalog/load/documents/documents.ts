/** A file of a catalog, document by document, without parsing what is in them: a catalog of a hundred megabytes passes piece by piece. */
import type { CatalogFile } from '../files/catalog-files';
import { JsonDocuments } from './json-documents';
import type { RawDocument, Splitter } from './raw-document';
import { contentKind } from './sniff';
import type { Window } from './window';
import { YamlDocuments } from './yaml-documents';

/** Bytes that tell what a file is. */
const SNIFFED = 4096;

/** @param window is cleared; one for many files saves their memory */
export async function* documentsOf(file: CatalogFile, window: Window): AsyncGenerator<RawDocument> {
  window.clear();
  let splitter: Splitter | undefined;
  const begin = (): RawDocument | undefined => {
    const kind = contentKind(window);
    if (kind === 'json') splitter = new JsonDocuments(file.path, window);
    else if (kind === 'yaml') splitter = new YamlDocuments(file.path, window);
    else return { fault: kind, place: { file: file.path, document: 1, line: 1, offset: 0, length: 0 } };
    return undefined;
  };
  const take = function* (atEnd: boolean): Generator<RawDocument> {
    yield* splitter?.take(atEnd) ?? [];
    if (splitter?.turned === undefined) return;
    splitter = new YamlDocuments(file.path, window, splitter.turned);
    yield* splitter.take(atEnd);
  };
  for await (const chunk of file.chunks()) {
    window.add(chunk);
    if (splitter === undefined) {
      if (window.size < SNIFFED) continue;
      const fault = begin();
      if (fault !== undefined) {
        yield fault;
        return;
      }
    }
    yield* take(false);
    if (splitter?.isDone === true) return;
  }
  const fault = splitter === undefined ? begin() : undefined;
  if (fault !== undefined) yield fault;
  yield* take(true);
}
