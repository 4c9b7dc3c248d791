/** docs/findings.md has every finding about rendering and configuring a bundle, with its severity. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE_WARNINGS, bundleWording } from '../../../../../lib/formats/bundle-wording';
import { BUNDLE_CONFIG_WARNINGS, bundleConfigWording } from '../../../../../lib/formats/config/wording';
import { REGISTRY_WARNINGS } from '../../../../../lib/formats/registry-v1/registry-issue';
import { registryWording } from '../../../../../lib/formats/registry-v1/wording';
import { codesOf } from '../../codes';

const root = join(__dirname, '..', '..', '..', '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

test.each([
  ['rendering', codesOf({ ...registryWording, ...bundleWording }, [...REGISTRY_WARNINGS, ...BUNDLE_WARNINGS])],
  ['configuration', [...codesOf(bundleConfigWording, BUNDLE_CONFIG_WARNINGS), 'invalid-config e', 'unsupported-install-modes e', 'unsupported-target-namespace e']],
])('all codes of %s are documented', (_, used) => {
  const documented = [...read('docs/findings.md').matchAll(/^\| (.*?) \| ([ew]) \|/gm)].flatMap(([, codes = '', severity]) =>
    [...codes.matchAll(/`([a-z-]+)`/g)].map(([, code]) => `${code} ${severity}`));
  expect(used.length).toBeGreaterThan(3);
  expect(used.filter((code) => !documented.includes(code))).toEqual([]);
});
