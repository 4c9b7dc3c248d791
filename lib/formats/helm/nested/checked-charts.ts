/**
 * A chart and all charts within it, at any depth, as helm may have them: schemas that refer to nothing outside of themselves, and packed
 * charts packed anew from what was read here, so that helm reads nothing but what was checked.
 */
import type { JsonValue } from '../../../api';
import { defined } from '../../../defined';
import { isBoxcutterError } from '../../../errors';
import type { Issue } from '../../../issue';
import { bundleFilesFromArchive } from '../../archive';
import { storedGzip } from '../../archive/stored-gzip';
import { tarOf } from '../../archive/tar-writer';
import type { BundleFiles } from '../../bundle';
import { bundleFilesOf } from '../../files/in-memory';
import { chartRoot, filesBelow } from '../chart-root';
import { SCHEMA_FILE } from '../values';
import { helmIssue } from '../wording';
import { outsideReferences } from './schema-references';

/** Charts in charts in charts: more than any real chart has. */
const DEPTH = 10;
/** The folders of the charts that lie in a chart as folders. */
const WITHIN = '(?:charts/[^/]+/)*';
const SCHEMA = new RegExp(`^${WITHIN}${SCHEMA_FILE.replaceAll('.', '\\.')}$`);
const PACKED = new RegExp(`^${WITHIN}charts/[^/]+\\.tgz$`);

/** The files of a chart, fit for helm; what is wrong with a schema or a packed chart is added to the issues. */
export function checkedCharts(files: BundleFiles, issues: Issue[]): BundleFiles {
  return checked(files, '', DEPTH, issues);
}

/** @param place where the chart lies, for messages: `charts/db-1.0.0.tgz:` */
function checked(files: BundleFiles, place: string, depth: number, issues: Issue[]): BundleFiles {
  const contents = files.paths().map((path): readonly [string, Buffer] => {
    const content = files.read(path) ?? Buffer.alloc(0);
    if (SCHEMA.test(path)) checkSchema(content, place + path, issues);
    return [path, PACKED.test(path) ? repacked(content, place + path, depth, issues) : content];
  });
  return { ...bundleFilesOf(files.origin, contents), ...defined({ issues: files.issues }) };
}

function repacked(archive: Buffer, place: string, depth: number, issues: Issue[]): Buffer {
  try {
    const unpacked = bundleFilesFromArchive(archive, place);
    const root = chartRoot(unpacked);
    if (root === undefined || depth === 0) {
      const problem = root === undefined ? `${place} is not a packed chart` : `${place} lies in more than ${DEPTH} charts`;
      issues.push(helmIssue('chart-unreadable', { problem }, { origin: place }));
      return archive;
    }
    const files = checked(filesBelow(unpacked, root), `${place}:`, depth - 1, issues);
    return storedGzip(tarOf(files.paths().map((path) => [`chart/${path}`, files.read(path) ?? Buffer.alloc(0)] as const)));
  } catch (error) {
    if (!isBoxcutterError(error)) throw error;
    const problem = error.message.replace(/\.$/, '');
    issues.push(helmIssue('chart-unreadable', { problem, ...defined({ advice: error.hint }) }, { origin: place }));
    return archive;
  }
}

function checkSchema(content: Buffer, origin: string, issues: Issue[]): void {
  const schema = parsed(content);
  if (schema === undefined) {
    issues.push(helmIssue('chart-schema-unreadable', {}, { origin }));
    return;
  }
  for (const { path, reference } of outsideReferences(schema)) {
    issues.push(helmIssue('chart-schema-reference', { reference }, { origin, path }));
  }
}

/** As helm parses it; undefined for what is no JSON. */
function parsed(content: Buffer): JsonValue | undefined {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)) as JsonValue;
  } catch {
    return undefined;
  }
}
