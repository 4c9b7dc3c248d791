/** The words for issues about constructs. */
import { formatPlainPath, type WordingOf } from '../lib/issue';
import { compileWording, revisionWording } from '../lib/revision';
import type { ConstructIssues } from './issues';

export const constructWording: WordingOf<ConstructIssues> = {
  'unsupported-construct': ({ construct }) => unsupported[construct],
  'declared-in-phase': ({ phase }) => ({
    message: `is declared in phase ${phase}, which is a list and not a scope`,
    hint: 'Declare it in the revision and put it into the phase with add(): its name then stays when it moves to another phase.',
  }),
  'invalid-version': ({ version }) => ({
    message: `"${version}" is not a semantic version`,
    hint: 'Write three numbers, and a pre-release or build after them if there is one: "1.2.0", "1.2.0-rc.1", "1.2.0+build.7".',
  }),
  'unreadable-object': ({ message }) => ({ message }),
  'unknown-scope': ({ kind, namespace }, issue) =>
    namespace === undefined ? revisionWording['unknown-scope']({ kind }, issue) : givenNamespace(kind, namespace),
  'two-phases': ({ first, second }) => ({ message: `is in two phases: ${first} and ${second}`, hint: 'Add it to one of them.' }),
  'empty-target': ({ phase, ignores }) => ({
    message: ignores && phase !== undefined ? `ignore() of phase ${phase} applies to it, but none of its objects is in the phase`
      : `${phase !== undefined ? `Phase ${phase}` : ignores ? 'ignore()' : 'A probe'} is about it, but there is no object in it`,
  }),
  'ignores-no-object': ({ target, phase }) => ({
    message: phase === undefined ? `ignore() is about ${target}, but no object of the revision is`
      : `ignore() of phase ${phase} is about ${target}, but no object of the phase is`,
    hint: 'Correct the kind or the labels, or remove the rule.',
  }),
  'ambiguous-string': ({ text, isKey }, { path }) => ({
    message: `the ${isKey ? 'key' : 'string'} "${text}" is written without quotes by cdk8s, ` +
      `and kubectl reads ${text === '<<' ? 'a merge' : 'a number'}`,
    hint: 'Write it differently, or keep it in a Secret, whose content goes by reference.',
    place: formatPlainPath(path),
  }),
  'not-compiled': ({ message, hint }) => ({ message, hint }),
  'invalid-construct': ({ message }) => ({ message }),
  'unknown-certificates': ({ given, known }) => ({
    message: `"${given}" is not an issuer of certificates`,
    hint: `It is one of: ${known.join(', ')}.`,
  }),
  'package-with-wishes': ({ bundle, wishes }) => ({
    message: `${bundle} defines its own revision (${wishes.join(', ')}), which would be lost in this one`,
    hint: 'Apply it by itself with boxcutter apply, or import the class of the package.',
  }),
  'not-a-chart': ({ format }) => ({
    message: `this is a bundle of the format ${format}, not a chart`,
    hint: 'Use Revision.fromBundle, or BundleContent.',
  }),
};

const unsupported = {
  Helm: {
    message: 'a Helm construct of cdk8s changes dates and times in manifests and takes hooks for objects',
    hint: 'Take HelmChart of this package, which keeps every value and puts hooks into phases.',
  },
  Include: {
    message: 'an Include construct of cdk8s changes dates, times and numbers in manifests',
    hint: 'Read the files with Manifests, which keeps every value as it is written.',
  },
};

/** It keeps the namespace, without which `boxcutter apply` could not place it; from a cluster-scoped kind the cluster's word takes it. */
function givenNamespace(kind: string, namespace: string): { readonly message: string; readonly hint: string } {
  return {
    message: `it is not known here whether a ${kind} has a namespace, so it was given "${namespace}"`,
    hint: 'If it has one, set metadata.namespace. If not, "boxcutter apply" leaves the namespace out; ' +
      'for other ways declare it in a chart of its own within the revision, without a namespace.',
  };
}

/** The words for everything that a revision finds in its content. */
export const revisionContentWording = { ...compileWording, ...constructWording };
