/** What can be wrong with `metadata/` of a bundle, and the words for it: those of `opm bundle validate`, where it has some. */
import type { None, WordingOf } from '../../issue';
import type { ReleaseProblem } from '../../semver';
import { issueMaker, quoted } from '../report';

export interface MetadataIssues {
  'annotation-not-text': { readonly value: string };
  'property-invalid': { readonly source: { readonly file: string } | { readonly annotation: string }; readonly problem: EntryProblem };
  'property-in-annotation': None;
  'dependency-invalid': { readonly problem: DependencyProblem };
  /** A label of an image says something else than the annotations; `annotation` is absent where they say nothing. */
  'image-label': { readonly label: string; readonly value: string; readonly annotation?: string };
  /** `missingIn`: the kind of document that has none. */
  'bundle-version': { readonly version: string } | { readonly missingIn: string };
  'bundle-release': { readonly release: string; readonly fault: ReleaseProblem['found'] };
}

/** What is wrong with a list of types and values, or with an entry of it. */
export type EntryProblem =
  | { readonly found: 'no-json'; readonly reason: string }
  | { readonly found: 'no-list' | 'no-mapping' | 'no-type' | 'no-value' };

/** What is wrong with an `olm.constraint`. */
export type ConstraintProblem =
  | { readonly found: 'too-large'; readonly limit: number }
  | { readonly found: 'no-cel' | 'no-expression' }
  | { readonly found: 'bad-expression'; readonly reason: string };

/** Fields of dependencies that may not be empty. */
export type EmptyField = 'group' | 'version' | 'kind' | 'packageName' | 'packageVersion' | 'label';

export type DependencyProblem =
  | EntryProblem
  | ConstraintProblem
  | { readonly found: 'unsupported' | 'unreadable'; readonly type: string }
  | { readonly found: 'empty'; readonly field: EmptyField }
  | { readonly found: 'no-range' };

const VERSION_HINT = 'Write it like 1.2.3 or 1.2.3-rc.1, without a leading v.';

export const metadataWording: WordingOf<MetadataIssues> = {
  'annotation-not-text': ({ value }) => ({
    message: 'the value is not text, and opm does not take the file',
    hint: `Quote it: "${value}".`,
  }),
  'property-invalid': ({ source, problem }) => {
    const where = 'file' in source ? source.file : `csv.metadata.annotations['${source.annotation}']`;
    return { message: `failed to unmarshal ${where}: ${entryText(problem)}` };
  },
  'property-in-annotation': () => ({
    message: 'found olm.properties annotation, please define these properties in metadata/properties.yaml instead',
  }),
  'dependency-invalid': ({ problem }) => ({ message: dependencyText(problem) }),
  'image-label': ({ label, value, annotation }) => {
    const says = annotation === undefined ? 'does not have it' : `says ${JSON.stringify(annotation)}, which holds`;
    return {
      message: `the image has the label ${JSON.stringify(label)} with the value ${JSON.stringify(value)}; this file ${says}`,
      hint: 'Build the image again from the bundle.',
    };
  },
  'bundle-version': (data) => ({
    message: 'missingIn' in data ? `the ${data.missingIn} has no version` : `the version ${quoted(data.version)} is not a semantic version`,
    hint: VERSION_HINT,
  }),
  'bundle-release': ({ release, fault }) => ({ message: `the release ${quoted(release)} is not valid: ${releaseFaults[fault]}` }),
};

const releaseFaults: Readonly<Record<ReleaseProblem['found'], string>> = {
  length: 'it has more than 20 characters',
  characters: 'its parts between dots are letters, digits and hyphens, and numbers have no leading zeros',
};

function entryText(problem: EntryProblem): string {
  switch (problem.found) {
    case 'no-json':
      return problem.reason;
    case 'no-list':
      return 'this is not a list';
    case 'no-mapping':
      return 'the entry is not a mapping with type and value';
    case 'no-type':
      return 'type is missing, or is not text';
    case 'no-value':
      return 'value is missing';
  }
}

const empty: Readonly<Record<EmptyField, string>> = {
  group: 'API Group is empty',
  version: 'API Version is empty',
  kind: 'API Kind is empty',
  packageName: 'Package name is empty',
  packageVersion: 'Package version is empty',
  label: 'Label information is missing',
};

function dependencyText(problem: DependencyProblem): string {
  switch (problem.found) {
    case 'unsupported':
      return `unsupported dependency type ${problem.type}`;
    case 'unreadable':
      return `couldn't parse dependency of type ${problem.type}`;
    case 'empty':
      return empty[problem.field];
    case 'no-range':
      return 'Invalid semver format version';
    case 'too-large':
      return `olm.constraint value is greater than max constraint size ${problem.limit} bytes`;
    case 'no-cel':
      return 'The CEL field is missing';
    case 'no-expression':
      return 'The CEL expression is missing';
    case 'bad-expression':
      return `Invalid CEL expression: ${problem.reason}`;
    default:
      return entryText(problem);
  }
}

export const METADATA_WARNINGS = [
  'annotation-not-text',
  'property-in-annotation',
  'image-label',
] as const satisfies readonly (keyof MetadataIssues)[];

export const metadataIssue = issueMaker<MetadataIssues>(METADATA_WARNINGS);
