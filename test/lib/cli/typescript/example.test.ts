/** What the example was given by the command is what the command gives. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFilesFromDirectory, configSchemaOf, readBundle } from '../../../../lib/formats';
import { formatOrigin } from '../../../../lib/issue';
import { bundleModule, crdModule, crdModulePath, crdOf, headOf } from '../../../../lib/cli/typescript';

const project = join(__dirname, '..', '..', '..', '..', 'examples', 'imported-types');
const { bundle } = readBundle(bundleFilesFromDirectory(join(project, 'bundle')));
if (bundle === undefined) throw new Error('the bundle of the example cannot be read');
const committed = (path: string): string => readFileSync(join(project, 'imports', path), 'utf8');
const renew = 'in examples/imported-types run: boxcutter import bundle ./bundle --name Lights; boxcutter import crd ./bundle';

test(`the constructs are up to date (otherwise ${renew})`, async () => {
  for (const { manifest, origin } of bundle.crds) {
    const crd = crdOf(manifest, formatOrigin(origin));
    expect(committed(crdModulePath(crd))).toBe(await crdModule(crd, headOf('import crd ./bundle')));
  }
});

test(`the configuration is up to date (otherwise ${renew})`, async () => {
  const { name: bundleName, packageName, version } = bundle;
  const configSchema = configSchemaOf(bundle);
  const source = {
    bundle: './bundle',
    bundleName,
    packageName,
    name: 'Lights',
    ...(version === undefined ? {} : { version }),
    ...(configSchema === undefined ? {} : { configSchema }),
  };
  const { fileName, text } = await bundleModule(source, headOf('import bundle ./bundle --name Lights'));
  expect(committed(fileName)).toBe(text);
});
