/** What can keep a package from being a bundle, and the words for it. */
import { docPage } from '../../doc-page';
import { formatPath, type None, type WordingOf } from '../../issue';
import { PLAIN_FORMAT } from '../detect/known-formats';
import { issueMaker } from '../report';

export interface ExportIssues {
  'bundle-document': { readonly problem: 'files' } | { readonly problem: 'path'; readonly reason: string };
  'export-differs': Difference;
  'export-secret': None;
  'export-phases': None;
}

/** Where the objects of a package and those that its bundle gives are not the same. */
type Difference =
  | { readonly about: 'missing' }
  /** The path of the issue is that of the difference; of an entry of a list that has no index in both, the name follows. */
  | { readonly about: 'content'; readonly generated: boolean; readonly entry?: string }
  | { readonly about: 'added'; readonly object: string }
  | { readonly about: 'rights'; readonly more: number; readonly less: number };

/** What always works. */
const INSTEAD = `Export the package as ${PLAIN_FORMAT}`;

export const exportWording: WordingOf<ExportIssues> = {
  'bundle-document': (data) => ({
    message: data.problem === 'files' ? 'spec.files is missing, or holds something that is not text' : data.reason,
    hint: 'Synthesise the app again; do not write this document by hand.',
  }),
  'export-differs': (data, { path }) => {
    switch (data.about) {
      case 'missing':
        return { message: 'the objects of the bundle would not include this one', hint: `${INSTEAD}, or leave the object out.` };
      case 'content': {
        const how = data.generated
          ? `as rendering does (${docPage('package-export.md')})`
          : 'as the bundle gives it (boxcutter bundle render)';
        return {
          message: 'the bundle would give another value here',
          hint: `Write it ${how}, or export the package as ${PLAIN_FORMAT}.`,
          place: `${formatPath(path)}${data.entry === undefined ? '' : `[${data.entry}]`}`,
        };
      }
      case 'added':
        return {
          message: `the bundle would give ${data.object}, which the package does not have`,
          hint: `Declare it in the package, as rendering does (${docPage('package-export.md')}), or export the package as ${PLAIN_FORMAT}.`,
        };
      case 'rights':
        return {
          message: `the roles of the bundle would give ${data.more} rights that those of the package do not give, and lack ${data.less}`,
          hint: `${INSTEAD}.`,
        };
    }
  },
  'export-secret': () => ({
    message: 'the bundle would publish the content of this Secret',
    hint: 'Leave the Secret out of the package; let the operator or its user create it.',
  }),
  'export-phases': () => ({
    message: 'two objects of one kind and name are in different phases, and a bundle cannot tell which of them is where',
    hint: 'Give them different names, or put them into one phase.',
  }),
};

/** What a revision says and no bundle can. */
export const EXPORT_WARNINGS = ['export-phases'] as const satisfies readonly (keyof ExportIssues)[];

export const exportIssue = issueMaker<ExportIssues>(EXPORT_WARNINGS);
