import { join } from 'node:path';
import { Manifests, Phase, Revision } from 'cdk8s-boxcutter';
import type { Construct } from 'constructs';

/** The files of `manifests/` as a revision: the migration runs, and has to end well, before the new version starts. */
export function shop(scope: Construct): Revision {
  const revision = new Revision(scope, 'shop', { version: '2.3.0', namespace: 'shop' });
  const files = new Manifests(revision, 'files', { path: join(__dirname, 'manifests') });
  new Phase(revision, 'migrate', { after: ['configuration'], before: ['deploy'] }).add(files.get('Job', 'migrate'));
  return revision;
}
