/** What can keep a package from being a bundle, and the words for it. */
import { ANNOTATION_REPLACEMENT_POLICY } from '../../api';
import { docPage } from '../../doc-page';
import { formatPath, type None, type WordingOf } from '../../issue';
import { PLAIN_FORMAT } from '../detect/known-formats';
import { issueMaker } from '../report';

export interface ExportIssues {
  'bundle-document': { readonly problem: 'files' } | { readonly problem: 'path'; readonly reason: string };
  'export-differs': Difference;
  'export-secret': None;
  'export-probes': None;
  'export-collision-protection': None;
  'export-replacement-policy': None;
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
    message: data.problem === 'files' ? 'spec.files is missing, or holds something that is no text' : data.reason,
    hint: 'Synthesise the app again; the document is not written by hand.',
  }),
  'export-differs': (data, { path }) => {
    switch (data.about) {
      case 'missing':
        return { message: 'the object is not among those that the bundle gives', hint: `${INSTEAD}, or leave the object out.` };
      case 'content': {
        const how = data.generated
          ? `as rendering does (${docPage('package-export.md')})`
          : 'as the bundle gives it (boxcutter bundle render)';
        return {
          message: 'the bundle gives something else here',
          hint: `Write it ${how}, or export the package as ${PLAIN_FORMAT}.`,
          place: `${formatPath(path)}${data.entry === undefined ? '' : `[${data.entry}]`}`,
        };
      }
      case 'added':
        return {
          message: `the bundle gives ${data.object}, which the package does not have`,
          hint: `Declare it in the package, as rendering does (${docPage('package-export.md')}), or export the package as ${PLAIN_FORMAT}.`,
        };
      case 'rights':
        return {
          message: `the roles of the bundle give ${data.more} rights that those of the package do not, and lack ${data.less}`,
          hint: `${INSTEAD}.`,
        };
    }
  },
  'export-secret': () => ({
    message: 'a bundle is published, and with it what is in this Secret',
    hint: 'Let the operator or its user create the Secret, and leave it out of the package.',
  }),
  'export-probes': () => lost('the probes of the revision'),
  'export-collision-protection': () => lost('collision protection'),
  'export-replacement-policy': () => ({
    message: 'no bundle format has a place for the replacement policy, so the bundle goes without',
    hint: `Annotate the objects instead: ${ANNOTATION_REPLACEMENT_POLICY}: Recreate.`,
  }),
  'export-phases': () => lost('the phases and the order of the revision'),
};

function lost(what: string) {
  return {
    message: `no bundle format has a place for ${what}, so the bundle goes without`,
    hint: 'Users of the bundle get what the kinds of its objects say; deliver the revision where that is not enough.',
  };
}

/** What a revision says and no bundle can. */
export const EXPORT_WARNINGS = [
  'export-probes',
  'export-collision-protection',
  'export-replacement-policy',
  'export-phases',
] as const satisfies readonly (keyof ExportIssues)[];

export const exportIssue = issueMaker<ExportIssues>(EXPORT_WARNINGS);
