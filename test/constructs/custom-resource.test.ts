import { App, Chart, JsonPatch, Lazy, Testing } from 'cdk8s';
import type { Construct } from 'constructs';
import { CustomResource, Phase, Revision } from '../../lib';

/** As `boxcutter import crd` writes them. */
class Gadget extends CustomResource {
  constructor(scope: Construct, id: string, props: Record<string, unknown> = {}) {
    super(scope, id, { ...props, apiVersion: 'shop.example.com/v1', kind: 'Gadget' }, 'Namespaced');
  }
}

class GadgetClass extends CustomResource {
  constructor(scope: Construct, id: string, props: Record<string, unknown> = {}) {
    super(scope, id, { ...props, apiVersion: 'shop.example.com/v1', kind: 'GadgetClass' }, 'Cluster');
  }
}

const spec = { until: null, snake_case: 1, URLs: ['b', null, 'a'], values: { a: null, b: [{ c: null }] }, empty: {}, none: [] };

describe.each([
  ['a plain chart', (build: (scope: Construct) => void) => {
    const chart = new Chart(new App(), 'c', { namespace: 'shop' });
    build(chart);
    return Testing.synth(chart) as Record<string, unknown>[];
  }],
  ['a revision', (build: (scope: Construct) => void) => {
    const revision = new Revision(Testing.app(), 'c', { namespace: 'shop' });
    build(revision);
    expect(revision.findings.filter(({ code }) => code !== 'unknown-kind')).toEqual([]);
    const objects = revision.compiled.compiled?.resolved.phases.flatMap((phase) => phase.objects) ?? [];
    return objects.map(({ object }) => object as unknown as Record<string, unknown>);
  }],
])('in %s', (_, objectsOf) => {
  test('every value stays as it was given, nulls included', () => {
    expect(objectsOf((scope) => new Gadget(scope, 'g', { spec }))[0]?.['spec']).toEqual(spec);
  });

  test('an object of a namespaced kind is in the namespace of what it is declared in, one of a cluster-scoped kind in none', () => {
    const objects = objectsOf((scope) => {
      new Gadget(scope, 'g');
      new GadgetClass(scope, 'k');
    });
    expect(objects.map(({ kind, metadata }) => [kind, (metadata as { namespace?: string }).namespace]).sort()).toEqual([['Gadget', 'shop'], ['GadgetClass', undefined]]);
  });

  test('patches come last, values that are made late come in, and labels can be added', () => {
    const [object] = objectsOf((scope) => {
      const gadget = new Gadget(scope, 'g', { metadata: { name: 'g' }, spec: { ...spec, late: Lazy.any({ produce: () => 7 }) } });
      gadget.addJsonPatch(JsonPatch.remove('/spec/until'), JsonPatch.add('/spec/added', null));
      gadget.metadata.addLabel('tier', 'front');
    });
    const { until: __, ...rest } = spec;
    expect(object?.['spec']).toEqual({ ...rest, late: 7, added: null });
    expect((object?.['metadata'] as { labels: unknown }).labels).toMatchObject({ tier: 'front' });
  });
});

test('where its kind lives is known without the definition, so a probe finds it', () => {
  const revision = new Revision(Testing.app(), 'c', { namespace: 'shop' });
  new Phase(revision, 'late').add(new Gadget(revision, 'g', { metadata: { name: 'g' } }));
  expect(revision.findings.map(({ code }) => code)).not.toContain('unknown-scope');
});

test('the namespace that another client writes on an object of a cluster-scoped kind stays, so that it is reported', () => {
  const chart = new Chart(new App(), 'c', { namespace: 'shop' });
  new GadgetClass(chart, 'k', { metadata: { namespace: 'other' } });
  expect(Testing.synth(chart)).toMatchObject([{ metadata: { namespace: 'other' } }]);
});
