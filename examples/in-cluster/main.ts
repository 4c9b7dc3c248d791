import { App } from 'cdk8s';
import { platform } from './platform';

const app = new App();
platform(app);
app.synth();
