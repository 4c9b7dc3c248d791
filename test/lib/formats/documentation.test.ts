/** docs/findings.md has every finding about bundles. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE_WARNINGS, bundleWording } from '../../../lib/formats/bundle-wording';
import { EXPORT_WARNINGS, exportWording } from '../../../lib/formats/export/wording';
import { fileWording } from '../../../lib/formats/files/wording';
import { METADATA_WARNINGS, metadataWording } from '../../../lib/formats/metadata/wording';
import { plainWording } from '../../../lib/formats/plain-v0/wording';
import { REGISTRY_WARNINGS } from '../../../lib/formats/registry-v1/registry-issue';
import { registryWording } from '../../../lib/formats/registry-v1/wording';
import { codesOf } from './codes';

const root = join(__dirname, '..', '..', '..');

test('every code of a reader or validator is documented, with its severity', () => {
  const used = [
    ...codesOf(bundleWording, BUNDLE_WARNINGS),
    ...codesOf(fileWording, []),
    ...codesOf(metadataWording, METADATA_WARNINGS),
    ...codesOf(plainWording, []),
    ...codesOf(exportWording, EXPORT_WARNINGS),
    ...codesOf(registryWording, REGISTRY_WARNINGS),
    // The one that is a warning in one case, and an error in the other.
    'min-kube-version w',
  ];
  const rows = [...readFileSync(join(root, 'docs/findings.md'), 'utf8').matchAll(/^\| ((?:`[a-z-]+`(?:, )?)+) \| ([ew]) \|/gm)];
  const documented = new Set(rows.flatMap(([, codes = '', severity = '']) => [...codes.matchAll(/`([a-z-]+)`/g)].map(([, code]) => `${code} ${severity}`)));
  expect(used.length).toBeGreaterThan(40);
  expect([...new Set(used)].filter((code) => !documented.has(code))).toEqual([]);
});
