import { App } from 'cdk8s';
import { lights } from './lights';

const app = new App();
lights(app);
app.synth();
