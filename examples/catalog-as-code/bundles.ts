import { App } from 'cdk8s';
import { declareBundle } from './catalog';

// The version that is released now; the others are in the registry already.
const app = new App();
declareBundle(app, '2.0.0');
app.synth();
