/**
 * Has this the form of a head? Who may write Secrets of a namespace can store anything under the name of one. Lists and keepers read the
 * heads of all namespaces: what has not this form is unreadable, and stops none of the others.
 */
import { isInstalledBundle, MAX_URL_LENGTH } from '../../api';
import { fields, isCount, isFlag, isProbe, isText, isTime, listOf, optional, type Test } from './shape';

const isRef = fields({ apiVersion: isText, kind: isText, name: isText, namespace: optional(isText) });

const isEntry = fields({
  ref: isRef, order: isCount, phase: isText,
  uid: optional(isText), desired: optional(isText), owned: optional(isText), finished: optional(isFlag),
  orphan: optional(isFlag),
});

const isName: Test = (value) => typeof value === 'string' && value.length <= 253;
const isHook = fields({ kind: isName, name: isName, events: listOf(isName) });

const isUrl: Test = (value) => typeof value === 'string' && value.length <= MAX_URL_LENGTH;
const isSource: Test = (value) => fields({ repository: isName, path: optional(isName) })(value) || fields({ url: isUrl })(value);

const isOlmOperator = fields({ namespace: isName, subscription: isName, version: fields({ name: isName, uid: isName }) });

const isRevision = fields({
  number: isCount, version: optional(isText), digest: isText, at: isTime, completeAt: optional(isTime), rollbackOf: optional(isCount),
  hooksNotRun: optional(listOf(isHook)), by: optional(isName), source: optional(isSource), bundle: optional(isInstalledBundle),
  gates: optional(listOf(isRef)), takenFromOlm: optional(isOlmOperator),
});

const isLock = fields({
  id: isText, holder: isText, host: isText, pid: isCount, purpose: isText, since: isTime, renewed: isTime,
});

export const hasHeadShape: Test = fields({
  extension: isText,
  packageName: optional(isText),
  revisions: listOf(isRevision),
  inventory: listOf(isEntry),
  probes: optional(listOf(isProbe)),
  lock: optional(isLock),
  paused: optional(fields({ since: isTime, by: isText, reason: optional(isText) })),
  release: optional(fields({ name: isName, namespace: isName })),
  deleting: optional(isFlag),
  formerUids: optional(listOf(isText)),
  formerSeal: optional(isText),
});
