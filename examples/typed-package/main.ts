import { App } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Greeter } from './greeter';

const app = new App();

const revision = new Greeter().revision(app, 'greeter', {
  version: process.env['VERSION'] ?? '1.0.0',
  namespace: 'greeter-system',
  config: { replicas: 3 },
});

// Beside the package, not in it: the cluster where a bundle of it is installed has the namespace already.
new kplus.Namespace(revision, 'namespace', { metadata: { name: 'greeter-system' } });

app.synth();
