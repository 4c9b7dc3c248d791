/** The words for what is wrong with the input of the engine: whole sentences, which name the object that they are about. */
import { ANNOTATION_IGNORE } from '../../api';
import { formatSubject, type Issue, type Subject, type WordingOf, wordsOf } from '../../issue';
import { probeWording } from '../../probes';
import { formatGiven } from './given';
import type { ForbiddenField, InputIssues, Level, NotJson, RequiredField, TypedPart, WrongType } from './issues';
import { optionText } from './option-wording';
import { pathText } from './path-text';

export const inputWording: WordingOf<InputIssues> = {
  'wrong-type': (data, issue) => ({ message: `${about(issue)}${wrongType(data)}.` }),
  'unknown-field': ({ field, known }) => ({ message: `${optionText({ problem: 'unknown', option: field, known })}.` }),
  'field-required': ({ field, given }, issue) => {
    const [whose, example] = [issue.subject === undefined ? 'The' : 'its', required[field]];
    return { message: `${about(issue)}${whose} ${field} is ${formatGiven(given)}; it must be ${example}.` };
  },
  'field-invalid': ({ field, given }, issue) => ({ message: `${about(issue)}${invalid[field](formatGiven(given))}.` }),
  'field-forbidden': ({ field }, issue) => ({ message: `${about(issue)}metadata.${field} must not be set, because ${forbidden[field]}.` }),
  'not-json': (data, issue) => {
    const losing = data.found === 'unsafe-integer' ? ' without losing digits' : '';
    return { message: `${about(issue)}${notJson(data)} cannot be written as JSON${losing}.` };
  },
  'number-invalid': ({ given }) => ({ message: `The number is ${formatGiven(given)}; revisions are numbered 1, 2, 3 ...` }),
  'phase-name-invalid': ({ given }) => ({
    message: `The phase's name is ${formatGiven(given)}; `
      + 'it must be 1 to 63 lower-case letters, digits and hyphens, and begin with a letter.',
  }),
  'phase-duplicate': ({ name, first }) => ({ message: `${pathText(first)} has the name ${JSON.stringify(name)} already.` }),
  'object-duplicate': ({ first }, { subject }) => ({
    message: `${subject === undefined ? 'The object' : nameOf(subject)} is in ${pathText(first)} already (versions do not count).`,
  }),
  'phase-order': ({ phase, needed }, { subject }) => {
    const [name, waiting] = [subject === undefined ? 'It' : nameOf(subject), formatGiven(needed.phase)];
    const more = needed.others === 0 ? '' : ` (and ${needed.others} more)`;
    return {
      message: `${name} comes in phase ${formatGiven(phase)}, but ${nameOf(needed.by)} in phase ${waiting}${more} needs it `
        + `and would wait for ever; put ${name} into phase ${waiting} or an earlier one.`,
    };
  },
  'replacement-policy-unknown': ({ level, given, known }) => ({
    message: `${levelText(level)}: the replacement policy is ${formatGiven(given)}; it must be ${known.join(', ')}.`,
  }),
  'ignore-invalid': ({ path, problem }, issue) => ({
    message: `${about(issue)}the annotation ${ANNOTATION_IGNORE} cannot be followed (${problem})${path === '' ? '' : `: ${path}`}.`,
  }),
  'collision-protection-unknown': ({ level, given, known }) => ({
    message: `${levelText(level)}: the collision protection is ${formatGiven(given)}; it must be ${known.join(', ')}.`,
  }),
  'deadline-invalid': ({ given }) => ({
    message: `The progress deadline is ${formatGiven(given)}; it must be a number of minutes above 0.`,
  }),
  'probe-invalid': (data, issue) => {
    const { message, hint } = wordsOf({ ...issue, ...data.issue }, probeWording);
    return { message: `The probe is not valid: ${message}.`, hint };
  },
  'override-unknown': (data) => ({
    message: 'phase' in data
      ? `There is no phase ${formatGiven({ type: 'text', text: data.phase })}.`
      : `There is no ${nameOf(data.object)} in the revision.`,
  }),
  'owner-invalid': ({ field, given }) => ({
    message: field === undefined
      ? `The owner is ${formatGiven(given)}; it must have apiVersion, kind, name and uid.`
      : `The owner's ${field} is ${formatGiven(given)}; it must be a text.`,
    hint: field === 'uid' ? 'An owner must exist before it can own anything.' : undefined,
  }),
  'owner-strategy-missing': () => ({
    message: 'There is an owner, but nothing says how objects name it: choose the strategy native or annotation.',
  }),
  'owner-strategy-invalid': ({ given }) => ({
    message: `The strategy is ${formatGiven(given)}; it must be { type: 'native' } or { type: 'annotation', annotation }.`,
  }),
  'annotation-key-invalid': ({ given }) => ({
    message: `${formatGiven(given)} is not a key of an annotation; write it like "example.com/owners".`,
  }),
  'object-cluster-scoped': ({ confined }, issue) => ({
    message: `${about(issue)}it is cluster-scoped, and a native owner in namespace ${confined} cannot own it.`,
    hint: OTHER_OWNER,
  }),
  'object-other-namespace': ({ namespace, confined }, issue) => {
    const where = namespace === undefined ? 'names no namespace' : `is in namespace ${namespace}`;
    return { message: `${about(issue)}it ${where}, and a native owner in namespace ${confined} cannot own it.`, hint: OTHER_OWNER };
  },
  'option-invalid': (data) => ({ message: `${optionText(data)}.` }),
};

const OTHER_OWNER = 'Use a cluster-scoped owner, or the annotation strategy.';

function about({ subject }: Issue): string {
  return subject === undefined ? '' : `${nameOf(subject)}: `;
}

function nameOf(subject: Subject): string {
  return formatSubject({ name: 'without a name', ...subject });
}

function levelText(level: Level): string {
  switch (level.of) {
    case 'revision':
      return 'The revision';
    case 'overrides':
      return 'The overrides';
    case 'phase':
      return level.name === undefined ? 'The phase' : `Phase ${formatGiven({ type: 'text', text: level.name })}`;
    case 'object':
      return nameOf(level.subject);
  }
}

function wrongType(data: WrongType): string {
  switch (data.of) {
    case 'object-override':
      return 'This is no { ref, ...options }: ref needs apiVersion, kind, name, and the namespace of a namespaced object';
    case 'switch':
      return `${levelText(data.level)}: ${data.option} is ${formatGiven(data.given)}; it must be true or false`;
    case 'texts':
      return `metadata.${data.field} is ${formatGiven(data.given)}; it must be an object of texts`;
    default:
      return parts[data.of](formatGiven(data.given));
  }
}

const parts: Readonly<Record<TypedPart, (given: string) => string>> = {
  'revision': (given) => `The revision is ${given}; it must be an object with name, number and phases`,
  'phases': (given) => `The phases are ${given}; they must be a list`,
  'phase': (given) => `The phase is ${given}; it must be an object with name and objects`,
  'objects': (given) => `The objects are ${given}; they must be a list`,
  'object': (given) => `${given} is not a Kubernetes object`,
  'metadata': (given) => `its metadata is ${given}; it must be an object with a name`,
  'text': (given) => `the value is ${given}; it must be a text`,
  'probes': (given) => `The probes are ${given}; they must be a list`,
  'overrides': (given) => `The overrides are ${given}; they must be an object`,
  'phase-overrides': (given) => `These are ${given}; they must be options by the name of a phase`,
  'object-overrides': (given) => `These are ${given}; they must be a list of { ref, ...options }`,
  'options': (given) => `The options are ${given}; they must be an object`,
  'inventory': (given) => `The inventory is ${given}; give what the last result has`,
};

const required: Readonly<Record<RequiredField, string>> = {
  name: 'a text',
  apiVersion: 'a text like "v1" or "apps/v1"',
  kind: 'a text',
  metadata: 'an object with a name',
};

const invalid: Readonly<Record<InputIssues['field-invalid']['field'], (given: string) => string>> = {
  apiVersion: (given) => `${given} is not a version of an API; write it like "v1" or "apps/v1"`,
  name: (given) => `no object can have the name ${given}`,
  namespace: (given) => `no namespace can have the name ${given}; leave it out for cluster-scoped objects`,
};

const forbidden: Readonly<Record<ForbiddenField, string>> = {
  uid: 'the API server gives it',
  resourceVersion: 'the engine writes its preconditions there',
  generation: 'the API server counts it',
  creationTimestamp: 'the API server sets it',
  deletionTimestamp: 'the API server sets it',
  deletionGracePeriodSeconds: 'the API server sets it',
  selfLink: 'the API server sets it',
  managedFields: 'the API server keeps it',
  ownerReferences: 'the engine writes the owner there',
  generateName: 'a revision knows its objects by name',
  finalizers: 'finalizers belong to the controllers that take them off',
};

function notJson(data: NotJson): string {
  switch (data.found) {
    case 'number':
      return data.written;
    case 'unsafe-integer':
      return `${data.written}, an integer beyond 2^53,`;
    case 'type':
      return `a ${data.type}`;
    case 'cycle':
      return 'an object that contains itself';
    case 'instance':
      return `an instance of ${data.of ?? 'a class'}`;
    case 'gap':
      return 'a gap in a list';
  }
}
