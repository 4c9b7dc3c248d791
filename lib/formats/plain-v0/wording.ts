/** What can be wrong with a plain+v0 bundle, and the words for it. */
import type { None, WordingOf } from '../../issue';
import { findingsOf } from '../report';

export interface PlainIssues {
  'bundle-layout': { readonly missing: 'plain-manifests' };
  'bundle-empty': None;
}

export const plainWording: WordingOf<PlainIssues> = {
  'bundle-layout': () => ({
    message: 'get objects from bundle manifests: readdir manifests: file does not exist',
    hint: 'Put the manifests into a folder manifests/; one without files counts as none.',
  }),
  'bundle-empty': () => ({ message: 'invalid bundle: found zero objects: plain+v0 bundles are required to contain at least one object' }),
};

export const plainFinding = findingsOf<PlainIssues>({ ...plainWording }, []);
