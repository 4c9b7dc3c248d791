import { App } from 'cdk8s';
import { shop } from './shop';

const app = new App();
shop(app);
app.synth();
