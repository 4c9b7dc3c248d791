/** A process that stores the same bundle again and again, and at times spoils what is stored. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFilesOf } from '../../../../lib/formats';
import { storeBundle } from '../../../../lib/formats/project';

const [root = ''] = process.argv.slice(2);
const files = bundleFilesOf('web', Array.from({ length: 40 }, (_, index) => [`manifests/${index}.yaml`, 'x'.repeat(index)] as const));

let digest = '';
for (let round = 0; round < 12; round += 1) {
  digest = storeBundle(root, files);
  try {
    if (round % 4 === 2) writeFileSync(join(root, '.boxcutter', 'bundles', digest.replace(':', '-'), 'spoilt'), '');
  } catch (error) {
    // Another process is just replacing the folder.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
process.stdout.write(digest);
