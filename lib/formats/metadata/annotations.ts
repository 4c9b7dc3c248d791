/**
 * `metadata/annotations.yaml`: the package of the bundle, and its channels. It holds, whatever the labels of the image say
 * (docs/requirements.md, bundles and catalogs).
 */
import { asObject } from '../../api';
import type { Issue } from '../../issue';
import type { BundleFiles } from '../bundle';
import { metadataDocument } from '../files/text';
import { fileIssue } from '../files/wording';
import { ANNOTATIONS_FILE } from './file-names';
import { metadataIssue } from './wording';

const PREFIX = 'operators.operatorframework.io.bundle.';
export const MEDIA_TYPE = `${PREFIX}mediatype.v1`;
export const PACKAGE = `${PREFIX}package.v1`;
export const MANIFESTS = `${PREFIX}manifests.v1`;
export const METADATA = `${PREFIX}metadata.v1`;
export const CHANNELS = `${PREFIX}channels.v1`;
export const DEFAULT_CHANNEL = `${PREFIX}channel.default.v1`;

export interface AnnotationsFile {
  readonly annotations: Readonly<Record<string, string>>;
  readonly packageName: string;
  readonly channels: readonly string[];
  readonly defaultChannel?: string;
}

/** The annotations, or undefined with a issue when the file cannot be read. Values that are no text are taken as it, with a warning. */
export function readAnnotations(files: BundleFiles, issues: Issue[]): AnnotationsFile | undefined {
  const document = metadataDocument(files, ANNOTATIONS_FILE, issues);
  if (document === undefined) return undefined;
  const given = asObject(document.value.annotations);
  if (given === undefined) {
    issues.push(fileIssue('metadata-invalid', { problem: 'no-annotations' }, { origin: ANNOTATIONS_FILE, path: ['annotations'] }));
    return undefined;
  }
  const texts: [string, string][] = [];
  for (const [key, value] of Object.entries(given)) {
    const place = { origin: ANNOTATIONS_FILE, path: ['annotations', key] };
    if (typeof value === 'object') {
      issues.push(fileIssue('metadata-invalid', { problem: 'annotation-type' }, place));
      continue;
    }
    if (typeof value !== 'string') issues.push(metadataIssue('annotation-not-text', { value: String(value) }, place));
    texts.push([key, String(value)]);
  }
  const annotations = Object.fromEntries(texts);
  const channels = [...new Set(textAt(annotations, CHANNELS).split(',').map((name) => name.trim()).filter((name) => name !== ''))];
  const defaultChannel = textAt(annotations, DEFAULT_CHANNEL).trim();
  return { annotations, packageName: textAt(annotations, PACKAGE).trim(), channels, ...(defaultChannel === '' ? {} : { defaultChannel }) };
}

function textAt(annotations: Readonly<Record<string, string>>, key: string): string {
  return annotations[key] ?? '';
}
