import { App } from 'cdk8s';
import { guestbook } from './guestbook';

const app = new App();
guestbook(app);
app.synth();
