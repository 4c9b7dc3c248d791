/** The words for issues about the source of a revision. */
import { ANNOTATION_IGNORE } from '../api';
import { formatOrigin, formatPlainPath, formatSubject, type WordingOf } from '../issue';
import { kindWording } from '../kinds';
import { probeWording } from '../probes';
import { schemaWording } from '../schema';
import { yamlWording } from '../yaml';
import { size } from './canonical/size';
import { ignoredText } from './policies/ignored-fields';
import type {
  Declared, ForbiddenField, NeedReason, NotJsonValue, OnRemovalProblem, ReplacementPolicyProblem, RevisionIssues,
} from './issues';

const SMALLER = 'Split it into several objects, or make it smaller.';

export const revisionWording: WordingOf<RevisionIssues> = {
  'not-an-object': yamlWording['not-an-object'],
  'not-json': (data, { path }) => ({
    message: `${notJsonText(data)} cannot be written as JSON${data.found === 'unsafe' ? ' without losing digits' : ''}`,
    place: formatPlainPath(path),
    ...(data.found === 'unsafe' ? { hint: 'Write it as text where the field takes text, or use a number below 2^53.' } : {}),
  }),
  'empty-revision': () => ({
    message: 'the revision has no objects, so there is nothing to apply',
    hint: 'Add one. To remove what an extension has installed, delete the extension.',
  }),
  'null-entry': ({ stored }) => ({
    message: `null does not mean absent here: the API server stores ${JSON.stringify(stored)}, and so does the revision`,
    hint: 'Write the intended value, or remove the entry.',
  }),
  'copy-contradiction': ({ about, here, there, first }) => ({
    message: `this copy of the object has ${about} ${here}, but the one at ${formatOrigin(first)} ${about} ${there}`,
    hint: 'Remove one of them, or give both the same value.',
  }),
  'forbidden-metadata': ({ field }) => forbidden[field],
  'missing-namespace': ({ kind }) => ({
    message: `a ${kind} needs a namespace, and none is named`,
    hint: 'Set metadata.namespace, or name a namespace for all objects that have none.',
  }),
  'unknown-scope': ({ kind }) => ({
    message: `it is not known here whether a ${kind} has a namespace, so it was given none`,
    hint: 'If it has one, set metadata.namespace.',
  }),
  'job-runs-again': ({ seconds }) => ({
    message: `Kubernetes deletes this Job ${JSON.stringify(seconds)} s after it has finished; `
      + 'a run that did not see it finish creates it again, and it runs again',
    hint: 'Give it 60 s or more, or remove ttlSecondsAfterFinished: a finished Job that stays shows that it has run.',
  }),
  'object-large': ({ bytes, limit }) => ({
    message: `the object has ${size(bytes)} as JSON, and etcd takes ${size(limit)} unless it is configured otherwise`,
    hint: SMALLER,
  }),
  'object-too-large': (data) => ({ message: tooLarge(data), hint: SMALLER }),
  'invalid-extension-name': ({ name, limit }) => ({
    message: `"${name}" cannot be the name of an extension`,
    hint: `Use lower-case letters, digits, hyphens and dots; with the number of the revision it may have ${limit} characters.`,
  }),
  'invalid-number': ({ number }) => ({ message: `the revision number is ${number}, and must be a whole number from 1` }),
  'invalid-namespace': ({ name }) => ({ message: `"${name}" cannot be the name of a namespace` }),
  'invalid-deadline': ({ minutes, least, most }) => ({
    message: `the deadline is ${minutes} minutes, and must be a whole number from ${least} to ${most}`,
  }),
  'invalid-collision-protection': ({ value, allowed }) => ({ message: `"${value}" is not one of ${allowed.join(', ')}` }),
  'invalid-replacement-policy': (data) => ({ message: replacementPolicyText(data) }),
  'invalid-ignore': ignoredText,
  'ignores-nothing': ({ path, step, kind, near }) => ({
    message: `annotation ${ANNOTATION_IGNORE} names ${path}, but a ${kind} has no field ${step} there, so the rule has no effect`,
    hint: near === undefined ? 'Correct the path, or remove the rule.' : `Did you mean ${near}?`,
  }),
  'invalid-on-removal': (data) => ({ message: onRemovalText(data), hint: 'Leave it out to have the object deleted with the rest.' }),
  'unknown-object': ({ named }) => ({
    message: `an order names ${formatOrigin(named)}, where no object was declared`,
    hint: 'Order objects of the same revision.',
  }),
  'invalid-phase-name': ({ name, limit }) => ({
    message: `phase name "${name}" is not a DNS label that starts with a letter`,
    hint: `Use lower-case letters, digits and hyphens, at most ${limit} characters.`,
  }),
  'duplicate-phase': ({ name, other }) => ({
    message: `phase "${name}" is declared twice, also by ${formatOrigin(other)}`,
    hint: 'Give one of them another name.',
  }),
  'unknown-phase': ({ name, known }) => ({
    message: `there is no phase "${name}"`,
    hint: `Declare it, or use one of ${known.join(', ')}.`,
  }),
  'phase-cycle': ({ phases }) => {
    const names = phases.map(({ name, origin }) => (origin === undefined ? name : `${name} (${formatOrigin(origin)})`));
    return {
      message: `phases wait for each other: ${circle(names)}`,
      hint: 'Remove one of these "after" or "before"; standard phases have a fixed order.',
    };
  },
  'phase-contradiction': ({ own, later, first, reason }) => ({
    message: `is in phase "${own}", before phase "${later}" with ${declaredText(first)}, but must come after it: ${reasons[reason]}`,
    hint: `Move it to phase "${later}" or a later one, or the other object to phase "${own}" or an earlier one.`,
  }),
  'order-cycle': ({ objects }) => ({
    message: `objects wait for each other: ${circle(objects.map(declaredText))}`,
    hint: 'Remove one of these orders. An object also waits for its namespace and for the CustomResourceDefinition of its kind.',
  }),
  'too-many-phases': ({ objects, phases, limit }) => ({
    message: `the ${objects} objects need ${phases} phases, and a revision has at most ${limit}`,
    hint: 'Declare fewer phases, shorten chains of objects that wait for each other, or make several extensions of it.',
  }),
  'too-many-objects': ({ objects, limit }) => ({
    message: `${objects} objects are more than an extension can have: ${limit}`,
    hint: 'Make several extensions of it.',
  }),
  'kubernetes-version-unsupported': ({ version, supported }) => ({
    message: `There is no schema for Kubernetes version "${version}".`,
    hint: `Versions with a schema: ${supported.join(', ')}.`,
  }),
};

function notJsonText(data: NotJsonValue): string {
  switch (data.found) {
    case 'number':
      return data.value;
    case 'unsafe':
      return `${data.value}, an integer beyond 2^53,`;
    case 'undefined':
      return 'undefined';
    case 'other':
      return `a ${data.type}`;
    case 'depth':
      return `nested deeper than ${data.levels} levels, or a cycle`;
  }
}

const forbidden: Readonly<Record<ForbiddenField, { readonly message: string; readonly hint: string }>> = {
  generateName: {
    message: 'a revision needs to know its objects by name, so generateName cannot be used',
    hint: 'Give it a metadata.name.',
  },
  finalizers: {
    message: 'finalizers belong to the controllers that remove them, so a revision cannot set them',
    hint: 'Remove them; each controller adds its own.',
  },
  ownerReferences: {
    message: 'the owner of an object in a revision is the revision, so ownerReferences cannot be set',
    hint: 'Remove them.',
  },
};

const reasons: Readonly<Record<NeedReason, string>> = {
  'order': 'an order asked for',
  'namespace': 'its namespace',
  'definition': 'its CustomResourceDefinition',
  'conversion-webhook': 'the conversion webhook of its kind',
  'role': 'the role that it grants',
  'service-account': 'its service account',
  'webhook': 'its webhook',
  'api-server': 'the server behind it',
};

function tooLarge(data: RevisionIssues['object-too-large']): string {
  switch (data.measured) {
    case 'json':
      return `the object has ${size(data.bytes)} as JSON, and the API server takes ${size(data.limit)}`;
    case 'data':
      return `its data has ${size(data.bytes)}, and a ${data.kind} holds ${size(data.limit)}`;
    case 'compressed':
      return `the object still has ${size(data.bytes)} when it is compressed, which no Secret can hold`;
  }
}

export function replacementPolicyText({ annotation, value, allowed }: ReplacementPolicyProblem): string {
  return `${annotation === undefined ? '' : `annotation ${annotation}: `}"${value}" is not one of ${allowed.join(', ')}`;
}

export function onRemovalText({ annotation, value, allowed }: OnRemovalProblem): string {
  return `annotation ${annotation} is "${value}", and can only be "${allowed}"`;
}

function declaredText({ subject, origin }: Declared): string {
  return `${formatSubject(subject)} (${formatOrigin(origin)})`;
}

/** All of them in their order, and the first once more. */
function circle(names: readonly string[]): string {
  return [...names, ...names.slice(0, 1)].join(' before ');
}

/** The words for everything that compile finds. */
export const compileWording = { ...schemaWording, ...kindWording, ...probeWording, ...revisionWording };
