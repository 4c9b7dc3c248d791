/** Collision protection and probes, from properties and methods to the manifest. */
import { ApiObject, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Phase, Probe } from '../../constructs';
import { configMap, manifestOf, revisionOf } from './synthesis';

test('collision protection: on the revision, a phase, a construct, an object; the innermost counts', () => {
  const revision = revisionOf(
    (it) => {
      const group = new Construct(it, 'group');
      const [a, b] = [configMap(group, 'a'), configMap(group, 'b')];
      new Phase(it, 'careless', { collisionProtection: 'None' }).add(a, b, configMap(it, 'c'));
      it.protect(group, 'IfNoController').protect(b, 'Prevent');
    },
    { collisionProtection: 'IfNoController' },
  );
  const { resolved, manifest } = revision.compiled.compiled!;
  expect(manifest.spec.collisionProtection).toBe('IfNoController');
  const found = resolved.phases.flatMap((phase) => phase.objects.map(({ object, collisionProtection }) => [object.metadata.name!.replace(/-c8.*/, ''), collisionProtection]));
  expect(Object.fromEntries(found)).toEqual({ 'web-group-a': 'IfNoController', 'web-group-b': 'Prevent', 'web-c': 'None' });
});

test('replacement policy: on the revision, a phase, a construct, an object and its annotation; the innermost counts', () => {
  const annotation = 'olm.operatorframework.io/replacement-policy';
  const revision = revisionOf(
    (it) => {
      const group = new Construct(it, 'group');
      const [a, b] = [configMap(group, 'a'), configMap(group, 'b')];
      new Phase(it, 'careful', { replacementPolicy: 'Fail' }).add(a, b, configMap(it, 'c'));
      it.replace(group, 'Recreate').replace(b, 'Fail');
      const metadata = { name: 'd', annotations: { [annotation]: 'Fail' } };
      new ApiObject(it, 'd', { apiVersion: 'v1', kind: 'ConfigMap', metadata });
      new ApiObject(it, 'e', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'e' } });
    },
    { replacementPolicy: 'Recreate' },
  );
  const { resolved, manifest } = revision.compiled.compiled!;
  expect(manifest.spec.replacementPolicy).toBe('Recreate');
  const found = resolved.phases.flatMap((phase) => phase.objects.map(({ object, replacementPolicy }) => (
    [object.metadata.name!.replace(/-c8.*/, ''), replacementPolicy]
  )));
  expect(Object.fromEntries(found)).toEqual({ 'web-group-a': 'Recreate', 'web-group-b': 'Fail', 'web-c': 'Fail', 'd': 'Fail', 'e': 'Recreate' });
  const written = manifest.spec.phases.flatMap(({ objects }) => objects.map(({ replacementPolicy }) => replacementPolicy));
  expect(written.filter((policy) => policy !== undefined)).toEqual(['Fail', 'Fail', 'Fail']);
});

test('an annotation with a policy that there is not is refused', () => {
  const annotations = { 'olm.operatorframework.io/replacement-policy': 'recreate' };
  const revision = revisionOf((it) => {
    new ApiObject(it, 'a', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', annotations } });
  });
  expect(revision.findings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    expect.stringMatching(/^invalid-replacement-policy: .*"recreate" is not one of Fail, Recreate/),
  ]);
});

describe('probes', () => {
  test('of a construct hold for every object in it', () => {
    const revision = revisionOf((it) => {
      const group = new Construct(it, 'group');
      for (const name of ['a', 'b']) new ApiObject(group, name, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
      configMap(it, 'other');
      it.probe(group, Probe.fieldValue('data.ready', 'yes'));
    });
    const assertions = [{ type: 'FieldValue', fieldValue: { fieldPath: 'data.ready', value: 'yes' } }];
    expect(manifestOf(revision).spec.progressionProbes).toEqual(
      ['a', 'b'].map((name) => ({ selector: { type: 'Object', object: { group: '', kind: 'ConfigMap', namespace: 'web-system', name } }, assertions })),
    );
  });

  test('of a construct of cdk8s-plus are about its own object, not about what it made beside it; so are the fields of others', () => {
    const revision = revisionOf((it) => {
      const web = new kplus.Deployment(it, 'web', { metadata: { name: 'web' }, containers: [{ image: 'web:1', portNumber: 8080 }] });
      web.exposeViaService({ name: 'front' });
      it.probe(web, Probe.fieldsEqual('spec.replicas', 'status.availableReplicas')).ignore(web, '/spec/replicas');
      new Phase(it, 'served', { probes: [Probe.condition('Available')] }).add(web);
    });
    const own = { type: 'Object', object: { group: 'apps', kind: 'Deployment', namespace: 'web-system', name: 'web' } };
    const { progressionProbes } = manifestOf(revision).spec;
    expect(progressionProbes?.map(({ selector }) => selector)).toEqual([own, own]);
    const placed = revision.compiled.compiled!.resolved.phases.find(({ name }) => name === 'served')?.objects ?? [];
    expect(placed.map(({ object: { kind, metadata } }) => [kind, metadata.annotations?.['olm.operatorframework.io/ignore']]))
      .toEqual([['Service', undefined], ['Deployment', '/spec/replicas']]);
  });

  test('of all objects of a kind become one probe of the kind: a revision takes 20 probes', () => {
    const revision = revisionOf((it) => {
      const phase = new Phase(it, 'checked', { probes: [Probe.cel('has(self.data)', 'has no data')] });
      for (let index = 0; index < 30; index += 1) phase.add(configMap(it, `map-${index}`));
    });
    expect(manifestOf(revision).spec.progressionProbes).toEqual([
      { selector: { type: 'GroupKind', groupKind: { group: '', kind: 'ConfigMap' } }, assertions: [Probe.cel('has(self.data)', 'has no data').toAssertion()] },
    ]);
  });

  test('of cluster-scoped objects name no namespace', () => {
    const revision = revisionOf((it) => void it.probe(new kplus.ClusterRole(it, 'role', { metadata: { name: 'role' } }), Probe.kindDefault()));
    expect(manifestOf(revision).spec.progressionProbes?.[0]?.selector).toEqual({ type: 'Object', object: { group: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'role' } });
  });

  test('of objects whose kind only the cluster knows find them wherever they live', () => {
    const revision = revisionOf((it) => {
      const properties = { apiVersion: 'cert-manager.io/v1', kind: 'ClusterIssuer', spec: { selfSigned: {} } };
      it.probe(new ApiObject(it, 'issuer', { ...properties, metadata: { name: 'issuer' } }), Probe.condition('Ready'));
      it.probe(new ApiObject(it, 'written', { ...properties, metadata: { name: 'written', namespace: 'web-system' } }), Probe.condition('Ready'));
    });
    const { progressionProbes } = revision.compiled.compiled!.manifest.spec;
    expect(progressionProbes?.map(({ selector }) => selector)).toEqual([
      { type: 'Object', object: { group: 'cert-manager.io', kind: 'ClusterIssuer', name: 'issuer' } },
      { type: 'Object', object: { group: 'cert-manager.io', kind: 'ClusterIssuer', namespace: 'web-system', name: 'written' } },
    ]);
    expect(revision.findings.map(({ code }) => code)).not.toContain('invalid-probe');
  });

  test('of kinds and labels, from properties and by method', () => {
    const revision = revisionOf(
      (it) => {
        new kplus.Deployment(it, 'a', { metadata: { labels: { app: 'web' } }, containers: [{ image: 'web:1' }] });
        it.probe({ matchLabels: { app: 'web' } }, Probe.condition('Ready', 'False'), Probe.kindDefault());
      },
      { probes: [{ target: { group: 'apps', kind: 'Deployment' }, probes: [Probe.fieldsEqual('status.replicas', 'status.updatedReplicas').terminal()] }] },
    );
    expect(manifestOf(revision).spec.progressionProbes).toEqual([
      {
        selector: { type: 'GroupKind', groupKind: { group: 'apps', kind: 'Deployment' } },
        assertions: [{ type: 'FieldsEqual', fieldsEqual: { fieldA: 'status.replicas', fieldB: 'status.updatedReplicas' }, terminal: true }],
      },
      {
        selector: { type: 'Label', label: { matchLabels: { app: 'web' } } },
        assertions: [{ type: 'ConditionEqual', conditionEqual: { type: 'Ready', status: 'False' } }, { type: 'KindDefault' }],
      },
    ]);
  });

  test('of a phase hold for the objects in it', () => {
    const revision = revisionOf((it) => {
      configMap(it, 'other');
      new Phase(it, 'checked', { probes: [Probe.cel('has(self.data)', 'has no data')] }).add(new ApiObject(it, 'a', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }));
    });
    expect(manifestOf(revision).spec.progressionProbes).toEqual([
      { selector: { type: 'Object', object: { group: '', kind: 'ConfigMap', namespace: 'web-system', name: 'a' } }, assertions: [{ type: 'CEL', cel: { rule: 'has(self.data)', message: 'has no data' } }] },
    ]);
  });

  test('are immutable', () => {
    const probe = Probe.condition('Ready');
    expect(probe.terminal()).not.toBe(probe);
    expect(probe.toAssertion()).toEqual({ type: 'ConditionEqual', conditionEqual: { type: 'Ready', status: 'True' } });
  });

  test('on a construct without objects are an error', () => {
    const revision = revisionOf((it) => void it.probe(new Construct(it, 'empty'), Probe.kindDefault()));
    expect(() => Testing.synth(revision)).toThrow(/web\/empty.*no object in it/s);
  });
});
