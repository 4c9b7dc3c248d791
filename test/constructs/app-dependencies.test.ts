/** What synth writes of which revisions of an app need which others. */
import { type App, Chart, YamlOutputType } from 'cdk8s';
import type { Construct } from 'constructs';
import { Revision } from '../../constructs';
import type { RevisionManifest } from '../../lib/api';
import { resolveRevision } from '../../lib/revision';
import { configMap, synthesised } from './synthesis';

const ANNOTATION = 'olm.operatorframework.io/depends-on';

/** The annotation of each revision that the app is written with, in the order of the files. */
function neededBy(declare: (app: App) => void, layout = YamlOutputType.FILE_PER_CHART): Record<string, string | undefined> {
  const manifests = synthesised(layout, declare).filter(({ object }) => object.kind === 'ClusterExtensionRevision');
  return Object.fromEntries(manifests.map(({ object: { metadata } }) => [metadata.name?.replace(/-1$/, ''), metadata.annotations?.[ANNOTATION]]));
}

const revision = (scope: Construct, id: string): Revision => {
  const made = new Revision(scope, id, { namespace: 'shop' });
  configMap(made, 'settings');
  return made;
};

test('the only revision of an app says nothing', () => {
  expect(neededBy((app) => void revision(app, 'web'))).toEqual({ web: undefined });
});

test.each(Object.values(YamlOutputType).filter((layout) => typeof layout === 'number'))('several say what they need, or that they need none (layout %s)', (layout) => {
  expect(neededBy((app) => {
    const [web, platform, other] = ['web', 'platform', 'other'].map((id) => revision(app, id)) as [Revision, Revision, Revision];
    web.node.addDependency(platform, other);
    platform.node.addDependency(other);
  }, layout)).toEqual({ other: '', platform: 'other', web: 'other, platform' });
});

test('a dependency between objects is one between their revisions', () => {
  expect(neededBy((app) => {
    const [web, platform] = [revision(app, 'web'), revision(app, 'platform')];
    configMap(web, 'page').addDependency(configMap(platform, 'theme'));
  })).toEqual({ platform: '', web: 'platform' });
});

test('on a chart or construct around revisions, and on what needs one in its turn', () => {
  expect(neededBy((app) => {
    const group = new Chart(app, 'group');
    revision(group, 'db');
    const plain = new Chart(app, 'plain');
    configMap(plain, 'settings');
    const base = revision(app, 'base');
    plain.node.addDependency(base);
    const web = revision(app, 'web');
    web.node.addDependency(group, plain);
  })).toMatchObject({ web: 'base, db', base: '', db: '' });
});

test('what was removed from the app again is not there', () => {
  expect(neededBy((app) => {
    revision(app, 'web');
    revision(app, 'gone');
    app.node.tryRemoveChild('gone');
  })).toEqual({ web: undefined });
});

test('it is read back, also where it was written by hand', () => {
  const [output] = synthesised(YamlOutputType.FILE_PER_CHART, (app) => void revision(app, 'web'));
  const manifest = output?.object as unknown as RevisionManifest;
  const withNeeds = (text: string): RevisionManifest => ({ ...manifest, metadata: { ...manifest.metadata, annotations: { [ANNOTATION]: text } } });
  expect(resolveRevision(manifest, []).dependsOn).toBeUndefined();
  expect(resolveRevision(withNeeds(''), []).dependsOn).toEqual([]);
  expect(resolveRevision(withNeeds(' db,cache  db\n'), []).dependsOn).toEqual(['db', 'cache']);
});
