import { crds } from '../../lib/kinds';
import { API_VERSION } from '../../lib/api/names';
import { connect } from './api-rules/client';
import { edited } from './api-rules/edit';
import { FIXTURES } from './api-rules/fixtures';
const A = 'spec.progressionProbes[0].assertions';
const L = 'spec.progressionProbes[2].selector.label.matchExpressions';
const server = connect();
afterAll(() => server.close());
test('x', async () => {
  for (const crd of crds()) {
    const c = JSON.parse(JSON.stringify(crd));
    if (c.spec.names.kind === 'ClusterExtensionRevision') {
      const probes = c.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.progressionProbes;
      const sel = probes.items.properties.selector.properties.label;
      sel.properties.matchExpressions.maxItems = 100;
      const rule = "self.operator in ['In', 'NotIn'] ? has(self.values) && self.values.size() > 0 : !has(self.values) || self.values.size() == 0";
      sel.properties.matchExpressions.items['x-kubernetes-validations'] = [{ rule, message: 'values must be given', fieldPath: '.values' }];
      probes.items.properties.assertions.items.properties.fieldValue.properties.value.nullable = process.env.NUL === '1' ? true : undefined;
    }
    const { status, body } = await server.send('PATCH', `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${crd.metadata.name}?fieldManager=boxcutter-tests&force=true`, c);
    console.error(status, body.message);
  }
  await new Promise((r) => setTimeout(r, 3000));
  const cases: Record<string, unknown>[] = [
    {}, { [`${A}[2].fieldValue.value`]: null }, { [`${A}[2].fieldValue.value`]: '' }, { [`${L}[0].values`]: [] }, { [`${L}[0].operator`]: 'Exists' },
    { [`${A}[2].fieldValue.value`]: undefined },
    { [`${L}[0].key`]: '' }, { 'spec.phases[0].objects[0].object.kind': undefined }, { 'spec.phases[0].objects[0].object.metadata': { name: 'A_B' } },
    { 'spec.phases[0].objects[0].object.metadata': undefined }, { 'spec.progressionProbes': [] }, { [A]: [] }, { [`${A}[0].terminal`]: null }, { [`${A}[0].conditionEqual.type`]: null },
    { 'spec.phases[0].objects[0].object.apiVersion': 'a/b/c' },  { 'spec.phases[0].objects[0].object.metadata': {} }, { 'spec.phases[0].objects[0].object.metadata': { name: 'a', labels: { a: 1 } } }, { 'spec.phases[0].objects[0].object.metadata': { name: 'a', foo: 1 } },
  ];
  for (const changes of cases) {
    const body = { apiVersion: API_VERSION, metadata: { name: 'zz-tmp' }, ...edited(FIXTURES.rollout, changes) };
    const a = await server.send('POST', `/apis/${API_VERSION}/clusterextensionrevisions?dryRun=All&fieldValidation=Strict`, body);
    require("fs").appendFileSync("/tmp/probes-server/out", `${JSON.stringify(changes)} ${a.status} ${a.body.message}\n`); void (0, a.body.message, a.status < 300 ? JSON.stringify((a.body as any).spec.progressionProbes[0]?.assertions[2]) : '');
  }
}, 60000);
