/** What `metadata/annotations.yaml` has to say of a registry+v1 bundle. */
import type { Issue } from '../../issue';
import { type AnnotationsFile, CHANNELS, DEFAULT_CHANNEL, MANIFESTS, MEDIA_TYPE, METADATA, PACKAGE } from '../metadata/annotations';
import { ANNOTATIONS_FILE } from '../metadata/file-names';
import { registryIssue } from './registry-issue';

/**
 * The annotations that a registry+v1 bundle must have, in the words of `opm bundle validate`. An empty package name is not said here but
 * by its validator.
 */
export function checkAnnotations({ annotations, channels, defaultChannel }: AnnotationsFile): Issue[] {
  const issues: Issue[] = [];
  const place = (key: string) => ({ origin: ANNOTATIONS_FILE, path: ['annotations', key] });
  const expected: readonly (readonly [string, string])[] = [
    [MEDIA_TYPE, 'registry+v1'],
    [MANIFESTS, 'manifests/'],
    [METADATA, 'metadata/'],
  ];
  for (const [key, value] of expected) {
    const given = annotations[key];
    if (given === undefined) issues.push(registryIssue('annotation-missing', { annotation: key, expected: value }, place(key)));
    else if (given !== value) issues.push(registryIssue('annotation-wrong', { annotation: key, expected: value, given }, place(key)));
  }
  const named = [[PACKAGE, 'package'], [CHANNELS, 'channels']] as const;
  for (const [key, role] of named) {
    if (annotations[key] === undefined) issues.push(registryIssue('annotation-missing', { annotation: key, role }, place(key)));
  }
  if (annotations[CHANNELS] !== undefined && channels.length === 0) {
    issues.push(registryIssue('annotation-empty', { annotation: CHANNELS }, place(CHANNELS)));
  }
  if (defaultChannel !== undefined && channels.length > 0 && !channels.includes(defaultChannel)) {
    issues.push(registryIssue('default-channel', { channel: defaultChannel }, place(DEFAULT_CHANNEL)));
  }
  return issues;
}
