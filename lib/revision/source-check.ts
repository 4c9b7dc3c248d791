/** Checks of what a source says about the revision as a whole. */
import type { CollisionProtection } from '../api';
import { defined } from '../defined';
import type { Finding } from '../schema/finding';
import { MAX_LABEL_LENGTH } from './limits';
import { badOnRemoval } from './on-removal';
import type { RevisionSource } from './source';

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const PROTECTIONS: readonly string[] = ['Prevent', 'IfNoController', 'None'] satisfies CollisionProtection[];
const DEADLINE = { min: 10, max: 720 };

/** Name of the revision: it is also the value of a label. */
export function revisionName(extension: string, number: number): string {
  return `${extension}-${number}`;
}

export function checkSource(source: RevisionSource): readonly Finding[] {
  const findings: Finding[] = [];
  const refuse = (code: string, path: string, message: string, hint?: string, origin?: string): void => {
    findings.push({ code, severity: 'error', message, path, ...defined({ hint, origin }) });
  };
  const { extension, number = 1, namespace, systemNamespace, progressDeadlineMinutes: deadline } = source;
  if (!SUBDOMAIN.test(extension) || revisionName(extension, number).length > MAX_LABEL_LENGTH) {
    refuse(
      'invalid-extension-name',
      'extension',
      `"${extension}" is no name of an extension`,
      `Use lower-case letters, digits, hyphens and dots; with the number of the revision it may have ${MAX_LABEL_LENGTH} characters.`,
    );
  }
  // Applied, it would delete every object of the revision before it.
  if (source.objects.length === 0) refuse('empty-revision', 'objects', 'the revision has no objects, so there is nothing to apply', 'Add one. To remove what an extension has installed, delete the extension.');
  if (!Number.isSafeInteger(number) || number < 1) refuse('invalid-number', 'number', `the revision number is ${number}, and must be a whole number from 1`);
  for (const [path, value] of Object.entries({ namespace, systemNamespace })) {
    if (value !== undefined && (!LABEL.test(value) || value.length > MAX_LABEL_LENGTH)) refuse('invalid-namespace', path, `"${value}" is no name of a namespace`);
  }
  if (deadline !== undefined && (!Number.isInteger(deadline) || deadline < DEADLINE.min || deadline > DEADLINE.max)) {
    refuse('invalid-deadline', 'progressDeadlineMinutes', `the deadline is ${deadline} minutes, and must be a whole number from ${DEADLINE.min} to ${DEADLINE.max}`);
  }
  const protections: [string | undefined, string | undefined][] = [
    [source.collisionProtection, undefined],
    ...(source.phases ?? []).map(({ collisionProtection, origin }): [string | undefined, string] => [collisionProtection, origin]),
    ...source.objects.map(({ collisionProtection, origin }): [string | undefined, string] => [collisionProtection, origin]),
  ];
  for (const [value, origin] of protections) {
    if (value !== undefined && !PROTECTIONS.includes(value)) refuse('invalid-collision-protection', 'collisionProtection', `"${value}" is not one of ${PROTECTIONS.join(', ')}`, undefined, origin);
  }
  for (const { manifest, origin } of source.objects) {
    const bad = badOnRemoval(manifest);
    if (bad !== undefined) refuse('invalid-on-removal', 'metadata.annotations', bad, 'Leave it out to have the object deleted with the rest.', origin);
  }
  const origins = new Set(source.objects.map(({ origin }) => origin));
  for (const { first, then } of source.order ?? []) {
    for (const origin of [first, then]) {
      if (!origins.has(origin)) refuse('unknown-object', 'order', `an order names ${origin}, where no object was declared`, 'Order objects of the same revision.', origin);
    }
  }
  return findings;
}
