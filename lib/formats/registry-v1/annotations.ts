/** What `metadata/annotations.yaml` has to say of a registry+v1 bundle. */
import { defined } from '../../defined';
import type { Finding } from '../../schema/finding';
import {
  ANNOTATIONS_FILE, type AnnotationsFile, CHANNELS, DEFAULT_CHANNEL, MANIFESTS, MEDIA_TYPE, METADATA, PACKAGE,
} from '../metadata/annotations';
import { problem, quoted, remark } from '../report';

/**
 * The annotations that a registry+v1 bundle must have, in the words of `opm bundle validate`. An empty package name is not said here but
 * by its validator.
 */
export function checkAnnotations({ annotations, channels, defaultChannel }: AnnotationsFile): Finding[] {
  const findings: Finding[] = [];
  const place = (key: string, hint?: string) => ({ origin: ANNOTATIONS_FILE, path: `annotations[${quoted(key)}]`, ...defined({ hint }) });
  const expected: readonly (readonly [string, string])[] = [[MEDIA_TYPE, 'registry+v1'], [MANIFESTS, 'manifests/'], [METADATA, 'metadata/']];
  for (const [key, value] of expected) {
    const given = annotations[key];
    if (given === undefined) findings.push(problem('annotation-missing', `Missing annotation ${quoted(key)}`, place(key, `Set it to ${quoted(value)}.`)));
    else if (given !== value) findings.push(problem('annotation-wrong', `Expecting annotation ${quoted(key)} to have value ${quoted(value)} instead of ${quoted(given)}`, place(key)));
  }
  if (annotations[PACKAGE] === undefined) findings.push(problem('annotation-missing', `Missing annotation ${quoted(PACKAGE)}`, place(PACKAGE, 'Set it to the name of the package.')));
  if (annotations[CHANNELS] === undefined) findings.push(problem('annotation-missing', `Missing annotation ${quoted(CHANNELS)}`, place(CHANNELS, 'Name at least one channel, like "stable".')));
  else if (channels.length === 0) findings.push(problem('annotation-empty', `Expecting annotation ${quoted(CHANNELS)} to have non-empty value`, place(CHANNELS, 'Name at least one channel, like "stable".')));
  if (defaultChannel !== undefined && channels.length > 0 && !channels.includes(defaultChannel)) {
    findings.push(remark('default-channel', `the default channel ${quoted(defaultChannel)} is none of the channels of this bundle`, place(DEFAULT_CHANNEL, 'That is right only when another bundle of the package brings it.')));
  }
  return findings;
}
