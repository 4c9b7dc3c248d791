import { App } from 'cdk8s';
import { backup } from './backup';

const app = new App();
backup(app);
app.synth();
