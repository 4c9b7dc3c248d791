/** What `metadata/annotations.yaml` has to say of a registry+v1 bundle. */
import type { Finding } from '../../issue';
import {
  ANNOTATIONS_FILE, type AnnotationsFile, CHANNELS, DEFAULT_CHANNEL, MANIFESTS, MEDIA_TYPE, METADATA, PACKAGE,
} from '../metadata/annotations';
import { registryFinding } from './finding';

/**
 * The annotations that a registry+v1 bundle must have, in the words of `opm bundle validate`. An empty package name is not said here but
 * by its validator.
 */
export function checkAnnotations({ annotations, channels, defaultChannel }: AnnotationsFile): Finding[] {
  const findings: Finding[] = [];
  const place = (key: string) => ({ origin: ANNOTATIONS_FILE, path: ['annotations', key] });
  const expected: readonly (readonly [string, string])[] = [
    [MEDIA_TYPE, 'registry+v1'],
    [MANIFESTS, 'manifests/'],
    [METADATA, 'metadata/'],
  ];
  for (const [key, value] of expected) {
    const given = annotations[key];
    if (given === undefined) findings.push(registryFinding('annotation-missing', { annotation: key, expected: value }, place(key)));
    else if (given !== value) findings.push(registryFinding('annotation-wrong', { annotation: key, expected: value, given }, place(key)));
  }
  const named = [[PACKAGE, 'package'], [CHANNELS, 'channels']] as const;
  for (const [key, role] of named) {
    if (annotations[key] === undefined) findings.push(registryFinding('annotation-missing', { annotation: key, role }, place(key)));
  }
  if (annotations[CHANNELS] !== undefined && channels.length === 0) {
    findings.push(registryFinding('annotation-empty', { annotation: CHANNELS }, place(CHANNELS)));
  }
  if (defaultChannel !== undefined && channels.length > 0 && !channels.includes(defaultChannel)) {
    findings.push(registryFinding('default-channel', { channel: defaultChannel }, place(DEFAULT_CHANNEL)));
  }
  return findings;
}
