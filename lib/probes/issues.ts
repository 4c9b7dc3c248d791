/** What can be wrong with probes, and the words for it. */
import { type Issue, issuesOf, type WordingOf, type Words, wordsOf } from '../issue';
import { schemaWording } from '../schema';

export interface ProbeIssues {
  'too-many-probes': { readonly count: number; readonly limit: number };
  /** A probe that cannot work; as a warning, one that chooses no object. */
  'invalid-probe': ProbeProblem;
}

export type ProbeProblem =
  /** Its structure: an issue of the schema check. */
  | { readonly problem: 'structure'; readonly issue: Pick<Issue, 'code' | 'data'> }
  /** Parts that do not fit together, in the words of the CRD. */
  | { readonly problem: 'rule'; readonly rule: string }
  | { readonly problem: 'field-path'; readonly path: string }
  /** Text that cannot be used, and why. */
  | { readonly problem: 'unusable'; readonly text: string; readonly why: string }
  | { readonly problem: 'selects-nothing'; readonly objects: string };

export const probeIssue = issuesOf<ProbeIssues>();

export const probeWording: WordingOf<ProbeIssues> = {
  'too-many-probes': ({ count, limit }) => ({
    message: `there are ${count} probes, and a revision has at most ${limit}`,
    hint: 'Let one probe select several objects.',
  }),
  'invalid-probe': (data, issue) => invalidProbe(data, issue),
};

function invalidProbe(data: ProbeProblem, issue: Issue): Words {
  switch (data.problem) {
    case 'structure':
      return wordsOf({ ...issue, ...data.issue }, schemaWording);
    case 'rule':
      return { message: data.rule };
    case 'field-path':
      return {
        message: `${JSON.stringify(data.path)} is not a field path`,
        hint: 'Write it like "status.readyReplicas"; other keys in quotes and brackets, as in metadata.annotations["example.com/ready"]; '
          + 'items of lists as in spec.containers[0].',
      };
    case 'unusable':
      return { message: `${JSON.stringify(data.text)} cannot be used: ${data.why}` };
    case 'selects-nothing':
      return { message: `the revision has ${data.objects}, so this probe selects nothing`, hint: 'Correct it, or remove the probe.' };
  }
}
