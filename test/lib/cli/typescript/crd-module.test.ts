import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocuments, type YamlDocument } from '../../../../lib/yaml';
import type { JsonObject } from '../../../../lib/api';
import { crdModule, crdModulePath, crdOf, headOf } from '../../../../lib/cli/typescript';
import { problemsOf, STOCK, STRICTEST } from './check-types';

/** The definitions of a file. */
function definitions(file: string): JsonObject[] {
  const { documents } = parseDocuments(readFileSync(file, 'utf8'), file);
  return documents.map(({ value }: YamlDocument) => value as JsonObject).filter((value) => value?.['kind'] === 'CustomResourceDefinition');
}

const head = headOf('import crd gadgets.yaml');
const [gadgets, objects] = definitions(join(__dirname, 'fixtures', 'gadgets.yaml')) as [JsonObject, JsonObject];
const moduleOf = (definition: JsonObject): Promise<string> => crdModule(crdOf(definition, 'gadgets.yaml'), head);

test('a module has a class for each served version, that of the stored one with the name of the kind', async () => {
  expect(await moduleOf(gadgets)).toMatchSnapshot();
});

test('a kind of the cluster with any content, and with a name that no class can have', async () => {
  expect(await moduleOf(objects)).toMatchSnapshot();
});

test('a module has a folder for its group and is called after its kind', () => {
  expect([gadgets, objects].map((definition) => crdModulePath(crdOf(definition, '')))).toEqual([
    'shop.example.com/gadget.ts',
    'shop.example.com/object.ts',
  ]);
});

describe.each([['the strictest settings', STRICTEST], ['the settings of a stock cdk8s project', STOCK]])('under %s', (_, options) => {
  const using = `import { Chart, Testing } from 'cdk8s';
import { Gadget, GadgetV1Beta1, type GadgetProps, type GadgetResources } from './gadget';
import { ObjectResource } from './object';

const resources: GadgetResources = { limits: { cpu: 1, memory: '1Gi' } };
const spec: GadgetProps['spec'] = {
  image: 'x', mode: "it's", port: 'http', until: null, snake_case: true, 'with-dash': 1, URLs: ['a'], grid: [[1], [2, 3]], resources,
  tools: [{ name: 'a', resources }], values: { any: [null, { thing: 1 }] }, anything: 3, template: { apiVersion: 'v1', kind: 'Pod', spec: {} }, either: { a: 'x' },
};
const chart = new Chart(Testing.app(), 'c');
export const made = [new Gadget(chart, 'g', { metadata: { labels: { a: 'b' } }, spec }), new GadgetV1Beta1(chart, 'b'), new ObjectResource(chart, 'o', { whatever: 1 })];
export const manifest: { readonly kind: 'Gadget' } = Gadget.manifest({ spec });
`;

  const mistakes = [
    ['a required field is missing', "{ spec: { mode: 'slow', port: 1 } }", 'image'],
    ['a field is misspelt', "{ spec: { image: 'x', mode: 'slow', port: 1, sise: 2 } }", 'sise'],
    ['a value is none of the allowed', "{ spec: { image: 'x', mode: 'sloow', port: 1 } }", 'sloow'],
    ['the status is given', "{ spec: { image: 'x', mode: 'slow', port: 1 }, status: {} }", 'status'],
    ['null is given where it is not allowed', "{ spec: { image: null, mode: 'slow', port: 1 } }", 'null'],
  ] as const;

  test('the modules and their use compile, and the compiler finds what is missing, misspelt or of a wrong type', async () => {
    const files = new Map([['gadget.ts', await moduleOf(gadgets)], ['object.ts', await moduleOf(objects)], ['use.ts', using]]);
    for (const [what, props] of mistakes) {
      const use = `import { Chart, Testing } from 'cdk8s';\nimport { Gadget } from './gadget';\nexport const made = new Gadget(new Chart(Testing.app(), 'c'), 'g', ${props});\n`;
      files.set(`${what}.ts`, use);
    }
    expect(problemsOf(files, options))
      .toEqual(mistakes.map(([what, , word]) => expect.stringMatching(new RegExp(`^${what}\\.ts:3: .*${word}`))));
  });
});

describe('a definition that no types can be made of is refused', () => {
  const changed = (change: (spec: Record<string, unknown>) => void): JsonObject => {
    const copy = JSON.parse(JSON.stringify(gadgets)) as { spec: Record<string, unknown> };
    change(copy.spec);
    return copy as unknown as JsonObject;
  };

  test.each<[string, JsonObject, string]>([
    ['another version of the API', { ...gadgets, apiVersion: 'apiextensions.k8s.io/v1beta1' }, 'it is of apiextensions.k8s.io/v1beta1'],
    ['a group that is a path', changed((spec) => (spec['group'] = '../../etc')), 'spec.group is not a DNS name'],
    ['a kind that is code', changed((spec) => (spec['names'] = { kind: 'X {} evil(); class Y' })), 'spec.names.kind cannot be the name of a kind'],
    ['a version that is code', changed((spec) => (spec['versions'] = [{ name: "v1'; evil()", served: true }])), 'a version has no name'],
    ['no served version', changed((spec) => (spec['versions'] = [])), 'it serves no version'],
    ['no specification', { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' }, 'spec.group is not a DNS name'],
  ])('%s', (_, definition, why) => {
    expect(() => crdOf(definition, 'crds/gadgets.yaml'))
      .toThrow(`crds/gadgets.yaml: no types can be made of this CustomResourceDefinition: ${why}.`);
  });
});

test('versions are in the order of Kubernetes, the stored one first', () => {
  const names = ['v1alpha1', 'other', 'v2', 'v1beta2', 'v1beta10', 'v1', 'v11', 'another'];
  const versions = names.map((name) => ({ name, served: true, storage: name === 'v1beta2' }));
  const { versions: sorted } = crdOf({ ...gadgets, spec: { ...(gadgets['spec'] as JsonObject), versions } }, '');
  expect(sorted.map(({ name }) => name)).toEqual(['v1beta2', 'v11', 'v2', 'v1', 'v1beta10', 'v1alpha1', 'another', 'other']);
});

/** Manifests of real operators; their folder is given in the environment, as they are not part of the project. */
const folder = process.env['BOXCUTTER_BUNDLES'];

describe('definitions of real operators', () => {
  if (folder === undefined) test.skip('skipped: BOXCUTTER_BUNDLES does not name a folder of bundles', () => undefined);
  else {
    const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'manifests')));
    const problems: string[] = [];
    // The types that everything needs are checked once, so all operators are compiled together, each in a folder of its own.
    beforeAll(async () => {
      const files = new Map<string, string>();
      for (const name of names) {
        const directory = join(folder, name, 'manifests');
        for (const definition of readdirSync(directory).flatMap((file) => definitions(join(directory, file)))) {
          const crd = crdOf(definition, name);
          files.set(`${name}/${crdModulePath(crd)}`, await crdModule(crd, head));
        }
      }
      problems.push(...problemsOf(files), ...problemsOf(files, STOCK));
    });
    const isOf = (name: string) => (problem: string): boolean => problem.startsWith(`${name}/`);

    test.each(names)('%s: all modules compile', (name) => {
      expect(problems.filter(isOf(name))).toEqual([]);
    });

    test('nothing is wrong beside them', () => {
      expect(problems.filter((problem) => !names.some((name) => isOf(name)(problem)))).toEqual([]);
    });
  }
});
