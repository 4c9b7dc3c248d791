import { App } from 'cdk8s';
import { PackageBundle } from 'cdk8s-boxcutter';
import { Greeter } from './greeter';

/** The same package for those who install bundles: for OLM, and as plain manifests. */
export function declareBundles(app: App, version: string): void {
  const common = { package: new Greeter(), version, namespace: 'greeter-system', config: { replicas: 3 } };
  // It reads nothing but its own namespace, so its Role can become a permission: one that watched all would get it everywhere.
  new PackageBundle(app, 'greeter-olm', { ...common, format: 'registry+v1', installModes: ['OwnNamespace'] });
  new PackageBundle(app, 'greeter-plain', { ...common, format: 'plain+v0' });
}

if (require.main === module) {
  const app = new App();
  declareBundles(app, process.env['VERSION'] ?? '1.0.0');
  app.synth();
}
