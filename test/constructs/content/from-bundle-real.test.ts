/** Bundles of real operators through the DSL; their folder is given in the environment, as they are not part of the project. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Testing } from 'cdk8s';
import { Revision } from '../../../constructs';
import { type Bundle, bundleFilesFromDirectory, configSchemaOf, readBundle, renderBundle } from '../../../lib/bundle';
import { compile } from '../../../lib/compile';

const folder = process.env['BOXCUTTER_BUNDLES'];
const names = folder === undefined ? [] : readdirSync(folder).filter((name) => existsSync(join(folder, name, 'manifests')));
const namespace = 'operators';

/** Operators that cannot watch everything have to be told what to watch. */
function configOf(bundle: Bundle): Record<string, string> {
  const { required } = configSchemaOf(bundle) as { readonly required?: readonly string[] };
  return required?.includes('watchNamespace') === true ? { watchNamespace: namespace } : {};
}

describe('real operators compile through the DSL to what they compile to without it', () => {
  if (folder === undefined) test.skip('skipped: BOXCUTTER_BUNDLES does not name a folder of bundles', () => undefined);

  for (const name of names) test(name, () => {
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const path = join(folder ?? '', name);
    const { bundle } = readBundle(bundleFilesFromDirectory(path));
    if (bundle === undefined) {
      expect(() => Testing.synth(Revision.fromBundle(Testing.app(), 'operator', { bundle: path, namespace }))).toThrow('Validation failed');
      return;
    }
    const config = configOf(bundle);
    const rendered = renderBundle(bundle, { installNamespace: namespace, config, certificates: 'cert-manager' });
    const { packageName, version = '', name: bundleName } = bundle;
    const direct = compile({ extension: 'operator', namespace, packageName, version, bundleName, objects: rendered.objects });
    const revision = Revision.fromBundle(Testing.app(), 'operator', { bundle: path, namespace, config });
    expect(revision.compiled.compiled?.resolved.digest).toBe(direct.compiled?.resolved.digest);
    expect(revision.compiled.compiled?.manifest).toEqual(direct.compiled?.manifest);
    expect(revision.compiled.compiled?.contentSecrets).toEqual(direct.compiled?.contentSecrets);
    const errors = (findings: typeof direct.findings) => findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
    expect(errors(revision.findings)).toEqual(errors(direct.findings));
    jest.restoreAllMocks();
  });
});
