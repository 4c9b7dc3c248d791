/** What can be wrong with a plain+v0 bundle, and the words for it. */
import type { None, WordingOf } from '../../issue';
import { type LayoutIssues, layoutWording } from '../files/layout-wording';
import { issueMaker } from '../report';

export interface PlainIssues extends LayoutIssues {
  'bundle-empty': None;
}

export const plainWording: WordingOf<PlainIssues> = {
  ...layoutWording,
  'bundle-empty': () => ({ message: 'invalid bundle: found zero objects: plain+v0 bundles are required to contain at least one object' }),
};

export const plainIssue = issueMaker<PlainIssues>([]);
