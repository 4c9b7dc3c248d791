import { App } from 'cdk8s';
import { declareCatalog } from './catalog';

const app = new App({ outdir: 'catalog', outputFileExtension: '.yaml' });
declareCatalog(app);
app.synth();
