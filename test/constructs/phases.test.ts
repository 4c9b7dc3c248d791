/** Phases, order between objects, and what is refused. */
import { type App, Chart, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { Phase, Revision } from '../../constructs';
import { configMap, phasesOf, positionsOf, revisionOf } from './synthesis';
import { cpuMilliseconds } from '../support/cpu-time';

describe('phases', () => {
  test('an added object, and everything in an added construct, is in the phase; the rest is placed by kind', () => {
    const revision = revisionOf((it) => {
      const group = new Construct(it, 'group');
      const phase = new Phase(it, 'migrate', { after: ['configuration'] }).add(group, configMap(it, 'single'));
      configMap(new Construct(group, 'below'), 'later');
      configMap(it, 'rest');
      expect(phase.phaseName).toBe('migrate');
    });
    expect(phasesOf(revision).map(([name, names]) => [name, names.map((full) => full.replace(/-c8.*/, ''))])).toEqual([
      ['configuration', ['web-rest']],
      ['migrate', ['web-group-below-later', 'web-single']],
    ]);
  });

  test('go before and after other phases, declared or standard', () => {
    const revision = revisionOf((it) => {
      const last = new Phase(it, 'last', { after: ['deploy'] }).add(configMap(it, 'z'));
      const first = new Phase(it, 'first', { before: ['configuration'] }).add(configMap(it, 'a'));
      new Phase(new Construct(it, 'anywhere'), 'middle', { after: [first], before: [last] }).add(configMap(it, 'm'));
      configMap(it, 'plain');
    });
    const names = phasesOf(revision).map(([name]) => name);
    expect(names.indexOf('first')).toBeLessThan(names.indexOf('configuration'));
    expect(names.indexOf('first')).toBeLessThan(names.indexOf('middle'));
    expect(names.indexOf('middle')).toBeLessThan(names.indexOf('last'));
  });

  test('an object in two phases is an error that names the object and both phases', () => {
    const revision = revisionOf((it) => {
      const group = new Construct(it, 'group');
      const object = configMap(group, 'object');
      new Phase(it, 'one').add(object);
      new Phase(it, 'two').add(group);
    });
    expect(() => Testing.synth(revision)).toThrow(/web\/group\/object.*is in two phases: web\/one and web\/two/s);
  });

  test('a cycle of phases is an error that names them', () => {
    const revision = revisionOf((it) => {
      // @ts-expect-error -- phases of an author are given as such; who does not compile may name one
      const one = new Phase(it, 'one', { after: ['two'] }).add(configMap(it, 'a'));
      new Phase(it, 'two', { after: [one] }).add(configMap(it, 'b'));
    });
    expect(() => Testing.synth(revision)).toThrow(/web\/one.*web\/two|web\/two.*web\/one/s);
  });

  test('an unknown phase is an error that names the phase asking for it', () => {
    // @ts-expect-error -- the compiler says so, too
    const revision = revisionOf((it) => void new Phase(it, 'one', { after: ['deplyo'] }).add(configMap(it, 'a')));
    expect(() => Testing.synth(revision)).toThrow(/web\/one.*deplyo|deplyo.*web\/one/s);
  });

  test('declaring an object in a phase is refused: its name would change with the phase', () => {
    const revision = revisionOf((it) => void configMap(new Phase(it, 'one'), 'inside'));
    expect(() => Testing.synth(revision)).toThrow(/web\/one\/inside.*add\(\)/s);
  });

  test('a phase takes objects of its own revision only, and a phase outside of a revision is refused', () => {
    const app = Testing.app();
    const phase = new Phase(new Revision(app, 'web'), 'one');
    expect(() => phase.add(configMap(new Revision(app, 'db'), 'foreign'))).toThrow('db/foreign cannot be in phase web/one: it is not part of revision web.');
    expect(() => new Phase(new Chart(app, 'chart'), 'one')).toThrow('chart is not declared in a Revision.');
    expect(() => phase.add(phase.node.root)).toThrow();
  });
});

describe('order between objects', () => {
  test('dependencies of constructs are honoured, between objects, groups and nested charts', () => {
    const revision = revisionOf((it) => {
      const chart = new Chart(it, 'chart');
      const group = new Construct(it, 'group');
      const c1 = configMap(chart, 'c1');
      configMap(chart, 'c2');
      configMap(group, 'g1');
      const g2 = configMap(group, 'g2');
      const last = configMap(it, 'last');
      group.node.addDependency(c1);
      last.addDependency(g2);
    });
    expect(phasesOf(revision).map(([, names]) => names.map((name) => name.replace(/^web-|-c8.*/g, '')).sort())).toEqual([['chart-c1', 'chart-c2', 'last'].filter((name) => name !== 'last'), ['group-g1', 'group-g2'], ['last']]);
  });

  test('order() does the same, for any number of constructs', () => {
    const revision = revisionOf((it) => void it.order(configMap(it, 'z'), configMap(it, 'y'), configMap(it, 'x')));
    expect(phasesOf(revision).map(([, names]) => names[0]!.replace(/-c8.*/, ''))).toEqual(['web-z', 'web-y', 'web-x']);
  });

  test('two charts may depend on each other as long as no objects do', () => {
    const declare = (it: Revision): void => {
      const [a, b] = [new Chart(it, 'a'), new Chart(it, 'b')];
      const [a1, a2, b1, b2] = [configMap(a, 'one'), configMap(a, 'two'), configMap(b, 'one'), configMap(b, 'two')];
      a1.addDependency(b1);
      b2.addDependency(a2);
    };
    const positions = positionsOf(revisionOf(declare));
    const at = (start: string): number => [...positions].find(([name]) => name.startsWith(start))![1];
    expect(at('web-b-one')).toBeLessThan(at('web-a-one'));
    expect(at('web-a-two')).toBeLessThan(at('web-b-two'));
  });

  test('a dependency between charts holds for all of their objects, also after a synthesis', () => {
    const revision = revisionOf((it) => {
      const [a, b] = [new Chart(it, 'a'), new Chart(it, 'b')];
      for (const chart of [a, b]) for (const id of ['one', 'two']) configMap(chart, id);
      a.addDependency(b);
    });
    const expected = phasesOf(revision);
    expect(expected.map(([, names]) => names.length)).toEqual([2, 2]);
    expect(expected[0]![1].every((name) => name.startsWith('web-b'))).toBe(true);
    expect(phasesOf(revision)).toEqual(expected);
  });

  test('a dependency between charts that cdk8s would infer holds when the author declares it, also after a walk over the tree', () => {
    const revision = revisionOf((it) => {
      const [c1, c2] = [new Chart(it, 'c1'), new Chart(it, 'c2')];
      const [a, b] = [configMap(c1, 'a'), configMap(c2, 'b')];
      configMap(c1, 'more');
      configMap(c2, 'more');
      a.addDependency(b);
      expect(it.node.findAll().length).toBeGreaterThan(4);
      c1.addDependency(c2);
    });
    const expected = phasesOf(revision).map(([, names]) => names.map((name) => name.replace(/^web-|-c8.*/g, '')).sort());
    expect(expected).toEqual([['c2-b', 'c2-more'], ['c1-a', 'c1-more']]);
    revision.node.root.node.findAll();
    (revision.node.root as App).synthYaml();
    expect(phasesOf(revision).map(([, names]) => names.length)).toEqual([2, 2]);
  });

  test.each(['synth', 'synthYaml'] as const)('what %s infers between charts in a construct is not taken for declared', (method) => {
    const app = Testing.app();
    const revision = new Revision(app, 'web', { namespace: 'web-system' });
    const group = new Construct(revision, 'group');
    const [c1, c2] = [new Chart(group, 'c1'), new Chart(group, 'c2')];
    const [a, b] = [configMap(c1, 'a'), configMap(c2, 'b')];
    configMap(c1, 'more');
    configMap(c2, 'more');
    a.addDependency(b);
    for (let times = 0; times < 2; times += 1) {
      app[method]();
      expect(phasesOf(revision).map(([, names]) => names.length)).toEqual([3, 1]);
    }
  });

  test('a cycle is an error that names the constructs', () => {
    const revision = revisionOf((it) => {
      const [a, b, c] = [configMap(it, 'a'), configMap(it, 'b'), configMap(it, 'c')];
      it.order(a, b, c, a);
    });
    expect(() => Testing.synth(revision)).toThrow(/web\/a.*web\/b.*web\/c|web\/b.*web\/c.*web\/a|web\/c.*web\/a.*web\/b/s);
  });

  test('an order that contradicts the phases is an error that names the constructs', () => {
    const revision = revisionOf((it) => {
      const early = configMap(it, 'early');
      const late = configMap(it, 'late');
      const first = new Phase(it, 'first').add(early);
      new Phase(it, 'second', { after: [first] }).add(late);
      it.order(late, early);
    });
    expect(() => Testing.synth(revision)).toThrow(/web\/early.*web\/late|web\/late.*web\/early/s);
  });

  test('200 objects in 15 layers, each depending on all of the layer before, take well under a second', () => {
    const started = cpuMilliseconds();
    const app = Testing.app();
    const revision = new Revision(app, 'web', { namespace: 'web-system' });
    let previous: Construct[] = [];
    for (let layer = 0; layer < 15; layer += 1) {
      const objects = Array.from({ length: layer < 5 ? 14 : 13 }, (_, index) => configMap(revision, `layer-${layer}-${index}`));
      for (const object of objects) object.addDependency(...previous);
      previous = objects;
    }
    app.synth();
    expect(cpuMilliseconds() - started).toBeLessThan(3000);
    expect(phasesOf(revision)).toHaveLength(15);
  });

  test('what belongs to another revision cannot be ordered, protected or probed', () => {
    const app = Testing.app();
    const web = new Revision(app, 'web');
    const foreign = configMap(new Revision(app, 'db'), 'foreign');
    for (const action of [() => web.order(foreign), () => web.protect(foreign, 'None'), () => web.probe(foreign)]) {
      expect(action).toThrow('db/foreign is not part of revision web.');
    }
  });
});
