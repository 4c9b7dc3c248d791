/** One code, one meaning: an issue finds its words in the table of the edge, whichever room it comes from. */
import { configWording } from '../../../lib/config';
import { bundleWording } from '../../../lib/formats/bundle-wording';
import { bundleConfigWording } from '../../../lib/formats/config/wording';
import { exportWording } from '../../../lib/formats/export/wording';
import { fileWording } from '../../../lib/formats/files/wording';
import { helmWording } from '../../../lib/formats/helm/wording';
import { metadataWording } from '../../../lib/formats/metadata/wording';
import { plainWording } from '../../../lib/formats/plain-v0/wording';
import { registryWording } from '../../../lib/formats/registry-v1/wording';
import { formatsWording } from '../../../lib/formats/wording';
import { type Wording, wordsOf } from '../../../lib/issue';
import { kindWording } from '../../../lib/kinds';
import { compileWording } from '../../../lib/revision';
import { schemaIssue } from '../../../lib/schema/issues';
import { yamlWording } from '../../../lib/yaml';

const tables: Readonly<Record<string, Wording>> = {
  yamlWording, configWording, compileWording, kindWording, fileWording, metadataWording, bundleConfigWording, exportWording, helmWording,
  plainWording, registryWording, bundleWording,
};

test.each(Object.entries(tables))('the table of the formats has the words of %s', (_, table) => {
  const others = Object.keys(table).filter((code) => (formatsWording as Wording)[code] !== table[code]);
  // Of the namespace of an installation, too: its words stand in bundle-wording.
  expect(others.filter((code) => code !== 'bad-namespace')).toEqual([]);
});

test('a namespace of an object keeps the words of its schema', () => {
  const issue = schemaIssue('bad-namespace', { namespace: 'No' });
  expect(wordsOf(issue, formatsWording)).toEqual(wordsOf(issue, compileWording));
});
