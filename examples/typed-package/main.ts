import { App } from 'cdk8s';
import { Greeter } from './greeter';

const app = new App();

new Greeter().revision(app, 'greeter', {
  version: process.env['VERSION'] ?? '1.0.0',
  namespace: 'greeter-system',
  config: { replicas: 3 },
});

app.synth();
