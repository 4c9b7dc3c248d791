/** Has this the form of the content of a revision, as far as every reader of it relies on it? */
import { isInstalledBundle, isJsonObject } from '../../api';
import { fields, isCount, isProbe, isText, listOf, optional, type Test } from './shape';

const isObject = fields({
  apiVersion: isText, kind: isText, metadata: fields({ name: isText, namespace: optional(isText), labels: optional(isJsonObject) }),
});

const isPhase = fields({ name: isText, objects: listOf(fields({ object: isObject })) });

export const hasContentShape: Test = fields({
  extension: isText, number: isCount, digest: isText, phases: listOf(isPhase), probes: listOf(isProbe),
  configSecrets: optional(listOf(isText)), bundle: optional(isInstalledBundle),
  release: optional(fields({ name: isText, namespace: isText })), untrustedChoices: optional(fields({ secret: isText, why: isText })),
});
