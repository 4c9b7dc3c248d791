/** What can be wrong with a package that travels, and the words for it. What the package itself says has its secrets masked already. */
import { type Issue, type None, type WordingOf, wordsOf } from '../../issue';
import { oneLine } from '../../plain-text';
import { schemaWording } from '../../schema';
import { type LayoutIssues, layoutWording } from '../files/layout-wording';
import { issueMaker } from '../report';
import { SANDBOX_LIMITS } from './sandbox/limits';

export interface PackageIssues extends LayoutIssues {
  'package-script': { readonly problem: 'missing' | 'empty' | 'no-package' | 'no-version' }
    | { readonly problem: 'other-format'; readonly declared: string };
  'package-broken': { readonly message: string };
  'package-failed': { readonly message: string };
  'package-refused': { readonly message: string; readonly hint?: string };
  'package-limit': { readonly limit: 'time' | 'memory' | 'recursion' | 'size' };
  'package-engine': None;
  /** It gave something that is no revision. */
  'package-output': OutputProblem;
}

export type OutputProblem =
  | { readonly problem: 'no-function' | 'no-text' | 'no-json' | 'too-deep' | 'neither' | 'both' }
  | { readonly problem: 'forbidden-key'; readonly key: string }
  | { readonly problem: 'too-many'; readonly list: string; readonly most: number }
  | { readonly problem: 'contract'; readonly found: string }
  | { readonly problem: 'structure'; readonly issue: Pick<Issue, 'code' | 'data'> };

const BUILD_ANEW = 'Build the bundle again in its project: boxcutter bundle build . --format package+v1';
const ASK_AUTHOR = 'Ask the author of the package; nothing was rendered.';

export const packageWording: WordingOf<PackageIssues> = {
  ...layoutWording,
  'package-script': (data) => {
    switch (data.problem) {
      case 'other-format':
        return {
          message: `the annotations name the format ${JSON.stringify(data.declared)}, but there is the script of a package+v1`,
          hint: 'Try a newer version of boxcutter, or ask the author of the package.',
        };
      case 'missing':
        return { message: 'the script of the package is missing', hint: BUILD_ANEW };
      case 'empty':
        return { message: 'the script of the package is empty', hint: BUILD_ANEW };
      case 'no-package':
        return { message: 'the annotations do not name the package', hint: 'Name it: operators.operatorframework.io.bundle.package.v1.' };
      case 'no-version':
        return { message: 'no property of type olm.package says which version it is', hint: 'Add one, with packageName and version.' };
    }
  },
  'package-broken': ({ message }) => ({ message: `the script of the package does not start: ${oneLine(message)}`, hint: ASK_AUTHOR }),
  'package-failed': ({ message }) => ({
    message: `the package stopped with an error: ${oneLine(message)}`,
    hint: 'This message comes from the package. Change the configuration, or ask the author of the package.',
  }),
  'package-refused': ({ message, hint }) => ({
    message: `the package says: ${oneLine(message)}`,
    hint: hint === undefined ? 'Change the configuration, or ask its author.' : oneLine(hint),
  }),
  'package-limit': ({ limit }) => ({ message: `the package was stopped: ${limits[limit]}`, hint: ASK_AUTHOR }),
  'package-engine': () => ({
    message: 'the sandbox that packages run in could not be started',
    hint: 'Check that enough memory is free. If that does not help, install cdk8s-boxcutter again.',
  }),
  'package-output': (data, issue) => ({ message: `the package gave no revision: ${outputText(data, issue)}`, hint: ASK_AUTHOR }),
};

const MIB = 1024 * 1024;

const limits = {
  time: 'it did not end',
  memory: `it needs more than ${SANDBOX_LIMITS.memory / MIB} MiB of memory`,
  recursion: 'it calls itself without end',
  size: `it gave more than ${SANDBOX_LIMITS.output / MIB} MiB`,
};

function outputText(data: OutputProblem, issue: Issue): string {
  switch (data.problem) {
    case 'no-function':
      return 'its script defines no function "render"';
    case 'no-text':
      return 'its function gave something that is not text';
    case 'no-json':
      return 'the text that it gave is not JSON';
    case 'too-deep':
      return 'what it gave is nested too deep';
    case 'forbidden-key':
      return `what it gave has a key ${JSON.stringify(data.key)}`;
    case 'too-many':
      return `its list of ${data.list} has more than ${data.most} entries`;
    case 'neither':
      return 'it gave neither a revision nor a reason for not giving one';
    case 'both':
      return 'it gave both a revision and reasons for not giving one';
    case 'contract':
      return `it follows contract ${data.found}, which this version of boxcutter does not know`;
    case 'structure':
      return wordsOf({ ...issue, ...data.issue }, schemaWording).message;
  }
}

export const packageIssue = issueMaker<PackageIssues>([]);
