import { ANNOTATION_GENERATOR, crds, KIND_DEFINITIONS, VERSION_EXPRESSION } from '../../../lib/kinds';

interface Version {
  readonly additionalPrinterColumns: readonly { readonly name: string; readonly jsonPath: string }[];
}

describe('crds()', () => {
  test('gives the three kinds of the API, in the order of their names', () => {
    expect(crds().map(({ metadata }) => metadata.name)).toEqual([
      'clustercatalogs.olm.operatorframework.io',
      'clusterextensions.olm.operatorframework.io',
      'clusterextensionrevisions.olm.operatorframework.io',
    ]);
  });

  test('marks the CRDs as ours, so that those of another OLM can be told apart', () => {
    for (const { metadata } of crds()) expect(metadata.annotations).toEqual({ [ANNOTATION_GENERATOR]: 'cdk8s-boxcutter' });
  });

  test('gives plain JSON, a new copy on every call', () => {
    const [first] = crds();
    const [second] = crds();
    expect(first).toEqual(second);
    expect(first).not.toBe(second);
    expect(JSON.parse(JSON.stringify(crds()))).toStrictEqual(crds());
  });

  test('shows the columns that people look for', () => {
    const versions = crds().map(({ spec }) => (spec as unknown as { versions: readonly Version[] }).versions[0]);
    expect(versions.map((version) => version?.additionalPrinterColumns.map(({ name }) => name))).toEqual([
      ['LastUnpacked', 'Serving', 'Age'],
      ['Installed Bundle', 'Version', 'Installed', 'Progressing', 'Age'],
      ['Revision', 'State', 'Available', 'Progressing', 'Upgrade To', 'Approved', 'Age'],
    ]);
  });

  test('has no default for the approval of an upgrade', () => {
    const revision = KIND_DEFINITIONS.find(({ kind }) => kind === 'ClusterExtensionRevision');
    expect(revision?.spec.properties?.approved).not.toHaveProperty('default');
  });
});

describe('the expression for versions and ranges', () => {
  const expression = new RegExp(VERSION_EXPRESSION);

  test.each([
    ...['1.2.3', '1.2.3-alpha.1+metadata', '1.2.3-alpha-beta', '1.x', '1.X', '1.*', '1.2.x', '1.2.X', '1.2.*'],
    ...['>=1.2.3', '=>1.2.3', '<=1.2.3', '=<1.2.3', '=1.2.3', '!=1.2.3', '<1.2.3', '>1.2.3', '~1.2.3', '~>1.2.3', '^1.2.3', '>= v1.2.3'],
    ...['>1.2.3 <2.3.4', '>1.2.3,<2.3.4', '>1.2.3, <2.3.4', '<1.2.3||>2.3.4', '<1.2.3 || >2.3.4', '>1.0.0,<1.2.3 || >2.1.0'],
  ])('accepts %s', (version) => expect(version).toMatch(expression));

  test.each([
    ...['invalid-semver', '1.2.3.4', '1.2.3-beta!', '1.2.3.alpha', '1..2.3', '1.2.3-pre+bad_metadata', '1.2.-3', '.1.2.3', '1.Y'],
    ...['<<1.2.3', '>>1.2.3', '>~1.2.3', '==1.2.3', '=!1.2.3', '!1.2.3', '>1.2.3 && <2.3.4', '>1.2.3;<2.3.4', '01.2.3', '1.02.3', '1.2.3 - 2.3.4'],
  ])('refuses %s', (version) => expect(version).not.toMatch(expression));
});
