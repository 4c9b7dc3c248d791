import { Revision } from 'cdk8s-boxcutter';
import { ConfigMap, Namespace } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';

/** Two extensions of one app. The web server lives in the namespace of the platform, so the platform is applied first. */
export function shop(scope: Construct): readonly [web: Revision, platform: Revision] {
  const web = new Revision(scope, 'web', { version: '2.0.0', namespace: 'shop' });
  new ConfigMap(web, 'page', { data: { 'index.html': '<h1>Hello</h1>' } });

  const platform = new Revision(scope, 'platform', { version: '1.0.0' });
  new Namespace(platform, 'namespace', { metadata: { name: 'shop' } });

  web.node.addDependency(platform);
  return [web, platform];
}
