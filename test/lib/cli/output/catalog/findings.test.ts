import { catalogFilesFromMap, loadCatalog } from '../../../../../lib/catalog';
import { catalogFindings } from '../../../../../lib/cli/output/catalog/findings';

test('how many more mistakes there are is said behind the others', async () => {
  const loaded = await loadCatalog(catalogFilesFromMap('test', new Map([['a.json', '{"a":1}\n'.repeat(1500)]])));
  const messages = catalogFindings(loaded, {}).map(({ message }) => message);
  expect(messages.indexOf('there are 500 more mistakes')).toBe(1000);
});
