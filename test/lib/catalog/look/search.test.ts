import { type BundleSummary, searchCatalog, type SearchHit } from '../../../../lib/catalog';
import { type SmallPackage, smallCatalog } from '../small-catalog';

const described = (name: string, about: Partial<BundleSummary>, more: Partial<SmallPackage> = {}): SmallPackage => ({
  channels: { stable: [`${name}.v1.0.0`, { name: `${name}.v2.0.0`, replaces: `${name}.v1.0.0` }] },
  special: { [`${name}.v2.0.0`]: { about: { keywords: [], installModes: [], ownedKinds: [], ...about } } },
  ...more,
});

const catalog = smallCatalog({
  'cert-manager': described('cert-manager', {
    displayName: 'cert-manager', keywords: ['certificates', 'tls'], ownedKinds: ['Certificate', 'Issuer'], provider: 'The maintainers',
    description: '# About\nIssues certificates.',
  }),
  'kafka': described('kafka', {
    displayName: 'Streams', keywords: ['messaging'], ownedKinds: ['KafkaTopic'], provider: 'Example Inc.',
    description: 'Runs Kafka. Its listeners may have a certificate.',
  }),
  'old-certs': described('old-certs', { keywords: ['certificates'] }, {
    description: 'What was there before', deprecations: [{ reference: { schema: 'olm.package' }, message: 'take cert-manager' }],
  }),
});

const found = (...words: readonly string[]): readonly string[] => searchCatalog(catalog, words).map((hit) => hit.package);

describe('packages are found', () => {
  test.each([
    ['by name', ['kafka'], ['kafka']],
    ['by a part of the name', ['cert'], ['cert-manager', 'old-certs', 'kafka']],
    ['by display name', ['streams'], ['kafka']],
    ['by keyword, what is deprecated behind what is as good', ['certificates'], ['cert-manager', 'old-certs']],
    ['by an owned kind, in any case', ['KAFKATOPIC'], ['kafka']],
    ['by provider', ['maintainers'], ['cert-manager']],
    ['by description', ['listeners'], ['kafka']],
    ['by all of several words, also given as one', ['certificate issuer'], ['cert-manager']],
    ['not by words of which one is nowhere', ['kafka', 'nowhere'], []],
    ['not by nothing', [' '], []],
  ])('%s', (_, words, packages) => {
    expect(found(...words)).toEqual(packages);
  });

  test('a hit says what it is about, which version one would get, and where each word stands', () => {
    expect(searchCatalog(catalog, ['certificate'])[0]).toEqual<Partial<SearchHit>>({
      package: 'cert-manager', displayName: 'cert-manager', description: 'About', provider: 'The maintainers', defaultChannel: 'stable',
      version: '2.0.0', score: 18, found: [{ word: 'certificate', field: 'kind', text: 'Certificate' }],
    });
  });

  test('of a package whose default channel is not there the newest version counts', () => {
    const lost = smallCatalog({ lost: described('lost', { displayName: 'Lost' }, { defaultChannel: 'gone' }) });
    expect(searchCatalog(lost, ['lost'])[0]).toMatchObject({ version: '2.0.0', displayName: 'Lost' });
  });
});
