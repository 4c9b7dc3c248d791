/** What can be wrong with a chart, or is otherwise than with helm, and the words for it. */
import { docPage } from '../../doc-page';
import { type Issue, type None, type WordingOf, wordsOf } from '../../issue';
import { yamlWording } from '../../yaml';
import { type FieldProblem, fieldWords } from '../files/field-wording';
import { fileWording } from '../files/wording';
import { issueMaker } from '../report';
import { RELEASE_NAME_LENGTH } from './release-name';

export interface HelmIssues {
  'chart-missing': None;
  'chart-metadata': { readonly problem: MetadataProblem };
  'chart-library': { readonly chart: string };
  'chart-deprecated': { readonly chart: string };
  /** What could not be read. */
  'chart-values': { readonly problem: Issue };
  'chart-dependency-missing': Needed & { readonly repository?: string };
  'chart-dependency-version': Needed & { readonly there: readonly string[] };
  /** A packed chart within the chart. */
  'chart-unreadable': { readonly problem: string; readonly advice?: string };
  /** A `values.schema.json` refers to something outside of itself. */
  'chart-schema-reference': { readonly reference: string };
  'chart-schema-unreadable': None;
  'release-name': { readonly name: string };
  'chart-empty': { readonly chart: string };
  'chart-unstable': { readonly object: string };
  'helm-failed': { readonly chart: string } & ({ readonly stopped: string } | Failure);
  'chart-needs-value': { readonly chart: string } & Failure;
  'hook-upgrade-only': { readonly hook: string; readonly events: readonly string[] };
  'hook-not-run': SeveralHooks;
  'hook-left-out': { readonly hook: string; readonly events: readonly string[] };
  'hook-name-stays': { readonly hook: string; readonly by: string };
  'hook-runs-once': SeveralHooks;
  'hook-stays': SeveralHooks;
  'hook-ttl': SeveralHooks;
}

/** A chart that a chart needs. */
type Needed = { readonly name: string; readonly version?: string };

/** What helm says about a template. */
type Failure = {
  /** Without values. Empty: it says nothing. */
  readonly reason: string;
  /** The template that uses the one at fault. */
  readonly usedBy?: string;
  /** Whether helm names the template at fault. */
  readonly located: boolean;
};

type SeveralHooks = {
  /** Those that a message lists. */
  readonly hooks: readonly string[];
  readonly more: number;
};

type MetadataProblem = FieldProblem | { readonly wrong: 'api-version' | 'chart-name' | 'chart-type'; readonly value: string };

export const helmWording: WordingOf<HelmIssues> = {
  'chart-missing': () => ({
    message: 'there is no chart, or more than one',
    hint: 'A chart has a Chart.yaml in its folder; of several charts, give one.',
  }),
  'chart-metadata': ({ problem }) => {
    switch (problem.wrong) {
      case 'api-version':
        return { message: `apiVersion ${JSON.stringify(problem.value)} is not known; charts have v1 or v2`, hint: 'Write v2.' };
      case 'chart-name':
        return {
          message: `${JSON.stringify(problem.value)} cannot be the name of a chart`,
          hint: 'Use lower-case letters, digits, dots, hyphens and underscores.',
        };
      case 'chart-type':
        return { message: `the type ${JSON.stringify(problem.value)} is not known`, hint: 'A chart is of type application or library.' };
      default:
        return fieldWords(problem);
    }
  },
  'chart-library': ({ chart }) => ({
    message: `chart ${chart} is a library, which has no objects of its own`,
    hint: 'Give the chart that uses it.',
  }),
  'chart-deprecated': ({ chart }) => ({ message: `chart ${chart} is deprecated by its authors`, hint: 'Look for its replacement.' }),
  'chart-values': ({ problem }) => ({
    message: wordsOf(problem, { ...yamlWording, ...fileWording }).message,
    hint: 'Boxcutter checks and shows values without the defaults of the author; helm may read the file nevertheless.',
  }),
  'chart-dependency-missing': ({ repository, ...needed }) => ({
    message: `the chart needs chart ${neededText(needed)}${repository ? ` of ${repository}` : ''}, which is not in charts/`,
    hint: 'Run "helm dependency build" in the chart, and keep charts/ with it: nothing is fetched while rendering.',
  }),
  'chart-dependency-version': ({ there, ...needed }) => ({
    message: `the chart needs chart ${neededText(needed)}, and charts/ has ${there.join(', ')}, which helm leaves out`,
    hint: 'Run "helm dependency update" in the chart.',
  }),
  'chart-unreadable': ({ problem, advice = 'Pack it again.' }) => ({ message: problem, hint: advice }),
  'chart-schema-reference': ({ reference }) => ({
    message: `the schema refers to ${JSON.stringify(reference)}, which lies outside of it: `
      + 'helm would follow the reference to a file of this machine or to any host',
    hint: 'Copy what it refers to into the schema, under $defs, and refer to that with "#/$defs/…".',
  }),
  'chart-schema-unreadable': () => ({ message: 'the schema is not JSON', hint: 'Correct the schema; '
    + 'boxcutter checks it before helm reads it.' }),
  'release-name': ({ name }) => ({
    message: `"${name}" cannot be the name of a release: lower-case letters, digits, hyphens and dots, up to ${RELEASE_NAME_LENGTH}`,
    hint: 'Choose another name.',
  }),
  'chart-empty': ({ chart }) => ({
    message: `chart ${chart} gives no object with these values`,
    hint: 'The values may disable all of its objects.',
  }),
  'chart-unstable': ({ object }) => ({
    message: `${object} is different each time it is rendered, so every run makes a new revision`,
    hint: 'Set the value that the chart would otherwise generate (a password, a certificate), or patch the object.',
  }),
  'helm-failed': (data) => 'stopped' in data
    ? { message: `helm was stopped while it rendered chart ${data.chart}: ${data.stopped}`, hint: 'Look at the templates of the chart.' }
    : failureWords(data),
  'chart-needs-value': (data) => failureWords(data),
  'hook-upgrade-only': ({ hook, events }) => ({
    message: `${hook} is a hook of upgrades alone (${events.join(', ')}), and is left out`,
    hint: 'If an upgrade needs it, render with upgrade: true.',
  }),
  'hook-not-run': (data) => ({
    message: `${notRunText(data)}: ${hooksText(data)}; boxcutter runs no hooks of deletion and rollback`,
    hint: 'If you need what they do, do it by hand before you delete or roll back the extension.',
  }),
  'hook-left-out': ({ hook, events }) => ({
    message: `${hook} is a hook for ${events.join(', ')}, which a revision does not have, so it is left out`,
  }),
  'hook-name-stays': ({ hook, by }) => ({
    message: `${by} refers to ${hook} by its name, so the hook keeps its name: `
      + 'to change it, the run deletes the old one and creates the new one',
    hint: `You need to do nothing, unless the old one has to stay until the new one has run (${docPage('immutable-fields.md')}).`,
  }),
  'hook-runs-once': (data) => ({
    message: `${hooksText(data)}: helm runs the hook at every upgrade; boxcutter runs it again only when it changes`,
  }),
  'hook-stays': (data) => ({
    message: `${hooksText(data)}: helm deletes this when the hook has succeeded; with boxcutter it stays as long as the extension`,
    hint: 'If it gives permissions that should not last, leave it out, by a value of the chart or in code.',
  }),
  'hook-ttl': (data) => ({
    message: `${hooksText(data)}: ttlSecondsAfterFinished is left out, because a hook that Kubernetes deletes when it has finished `
      + 'may run again',
  }),
};

function neededText({ name, version }: Needed): string {
  return `${name}${version === undefined ? '' : ` ${version}`}`;
}

function failureWords({ chart, reason, usedBy, located }: { readonly chart: string } & Failure) {
  return {
    message: `helm cannot render chart ${chart}: ${reason || 'it gave no reason'}${usedBy === undefined ? '' : ` (used by ${usedBy})`}`,
    hint: located ? 'Correct the template, or give the values that it asks for.' : 'Correct the chart, or the values.',
  };
}

function notRunText({ hooks, more }: SeveralHooks): string {
  const count = hooks.length + more;
  return count === 1 ? '1 hook of the chart is not run' : `${count} hooks of the chart are not run`;
}

function hooksText({ hooks, more }: SeveralHooks): string {
  return `${hooks.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export const HELM_WARNINGS = [
  'chart-deprecated', 'chart-values', 'chart-dependency-version', 'chart-unstable', 'hook-upgrade-only', 'hook-not-run', 'hook-left-out',
  'hook-name-stays', 'hook-runs-once', 'hook-stays', 'hook-ttl',
] as const satisfies readonly (keyof HelmIssues)[];

export const helmIssue = issueMaker<HelmIssues>(HELM_WARNINGS);
