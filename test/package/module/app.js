import { App } from 'cdk8s';
import { Shop } from './shop.js';

const app = new App();
new Shop().revision(app, 'shop', { version: '1.0.0', namespace: 'shops' });
app.synth();
