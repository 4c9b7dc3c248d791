/** What is missing where a bundle has its files, and the words for it: those of opm and of operator-controller. */
import type { WordingOf } from '../../issue';

export interface LayoutIssues {
  'bundle-layout': { readonly missing: 'manifests' | 'metadata' | 'annotations' | 'plain-manifests' };
}

const FOLDERS = 'A bundle has the folders manifests/ and metadata/; a folder without files does not count.';

export const layoutWording: WordingOf<LayoutIssues> = {
  'bundle-layout': ({ missing }) => {
    switch (missing) {
      case 'manifests':
        return { message: 'Unable to locate manifests directory', hint: FOLDERS };
      case 'metadata':
        return { message: 'Unable to locate metadata directory', hint: FOLDERS };
      case 'annotations':
        return { message: 'Could not find annotations file', hint: 'It names the package and its channels.' };
      case 'plain-manifests':
        return {
          message: 'get objects from bundle manifests: readdir manifests: file does not exist',
          hint: 'Put the manifests into a folder manifests/; a folder without files does not count.',
        };
    }
  },
};
