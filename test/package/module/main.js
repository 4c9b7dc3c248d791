import { ApiObject, App } from 'cdk8s';
import { Revision } from 'cdk8s-boxcutter';

const app = new App();
const revision = new Revision(app, 'shop', { version: '1.0.0', namespace: 'shop' });
new ApiObject(revision, 'settings', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { colour: 'blue' } });
app.synth();
