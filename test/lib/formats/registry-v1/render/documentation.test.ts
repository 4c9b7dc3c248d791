/** docs/findings.md has every finding about rendering and configuring a bundle, with its severity. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configWording } from '../../../../../lib/config';
import { BUNDLE_CONFIG_WARNINGS, bundleConfigWording } from '../../../../../lib/formats/config/wording';
import { REGISTRY_WARNINGS } from '../../../../../lib/formats/registry-v1/finding';
import { registryWording } from '../../../../../lib/formats/registry-v1/wording';
import { codesOf } from '../../codes';

const root = join(__dirname, '..', '..', '..', '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const filesOf = (folder: string): readonly string[] => readdirSync(join(root, folder)).map((file) => join(folder, file));

test.each([
  ['rendering', ['lib/formats/render.ts', ...filesOf('lib/formats/registry-v1/render')]],
  ['configuration', [...filesOf('lib/formats/config'), ...filesOf('lib/formats/registry-v1/config')]],
])('all codes of %s are documented', (_, files) => {
  const text = files.map(read).join('\n');
  const used = [...text.matchAll(/\b(problem|remark|refused)\((?:bundle, )?'([a-z-]+)'/g)].map(([, how, code]) => `${code} ${how === 'remark' ? 'w' : 'e'}`);
  const documented = [...read('docs/findings.md').matchAll(/^\| (.*?) \| ([ew]) \|/gm)].flatMap(([, codes = '', severity]) =>
    [...codes.matchAll(/`([a-z-]+)`/g)].map(([, code]) => `${code} ${severity}`));
  expect(used.length).toBeGreaterThan(3);
  expect(used.filter((code) => !documented.includes(code))).toEqual([]);
});
