/**
 * Requirements of real definitions (`BOXCUTTER_CAPI`), with up to some hundred fields in a version: the server takes their policies, and judges
 * by them.
 */
import type { JsonObject, KubeObject, ObjectRef } from '../../../../../lib/api';
import { requirementController } from '../../../../../lib/controllers/cluster-api';
import { clusterApiCrds } from '../../../../../lib/kinds';
import { connect } from '../../../../../lib/kube';
import { stringifyYaml } from '../../../../../lib/yaml';
import { CAPI_FOLDER } from '../../../../lib/capi/real';
import { Process } from '../../../support/controllers';
import { kubeconfig, OtherClient, unique } from '../../../support/extension';
import { conditionIn, definitionRef } from '../bench';
import { objectsOf } from './platform';

const describeReal = CAPI_FOLDER === '' ? describe.skip : describe;
const KIND = { apiVersion: 'apiextensions.openshift.io/v1alpha1', kind: 'CompatibilityRequirement' } as const;
/** Instead of their own: another test may install them. */
const GROUP = `${unique('real')}.example.io`;
/** A field that is not required, in the version that is stored. */
const FIELDS = {
  clusters: ['spec', 'clusterNetwork', 'serviceDomain'], awsclusters: ['spec', 'network', 'vpc', 'cidrBlock'], ipaddresses: ['spec', 'gateway'],
  awsmanagedcontrolplanes: ['spec', 'network', 'vpc', 'cidrBlock'],
} as const;

interface Version {
  readonly name: string;
  served: boolean;
  readonly storage: boolean;
  readonly schema: { readonly openAPIV3Schema: Schema };
}
interface Schema {
  readonly properties: Record<string, Schema>;
}
interface Definition extends KubeObject {
  readonly spec: { readonly names: { readonly plural: string }; readonly versions: Version[] };
}

function real(plural: string): Definition {
  const found = objectsOf('4.22', 'AWS', ['core', 'aws']).find(({ kind, metadata: { name = '' } }) => kind === 'CustomResourceDefinition' && name.startsWith(`${plural}.`));
  const { apiVersion, kind, spec } = structuredClone(found) as Definition;
  const { conversion: _webhook, ...rest } = spec as Definition['spec'] & { readonly conversion?: object };
  return { apiVersion, kind, metadata: { name: `${plural}.${GROUP}` }, spec: { ...rest, group: GROUP } } as unknown as Definition;
}

describeReal('definitions', () => {
  let client: OtherClient;
  let controllers: Process;
  const made: ObjectRef[] = [];
  beforeAll(async () => {
    client = new OtherClient(await connect({ kubeconfig }));
    for (const crd of clusterApiCrds()) {
      await client.apply(crd);
      await client.until(definitionRef(crd.metadata.name ?? ''), (live) => conditionIn(live, 'Established')?.status === 'True');
    }
    controllers = await Process.start('real', 'default', [requirementController({ selector: `test=${GROUP}` })]);
  });
  afterAll(async () => {
    for (const ref of made) await client?.delete(ref);
    await controllers?.stop();
    client?.cluster.close();
  });

  test.each(Object.entries(FIELDS))('%s: as it is, it is compatible; without a field, or a version, it is refused', async (plural, path) => {
    const definition = real(plural);
    const { name = '' } = definition.metadata;
    const data = stringifyYaml(definition as unknown as JsonObject);
    await client.apply({
      ...KIND, metadata: { name, labels: { test: GROUP } },
      spec: {
        compatibilitySchema: { customResourceDefinition: { type: 'YAML', data }, requiredVersions: { defaultSelection: 'AllServed' } },
        customResourceDefinitionSchemaValidation: { action: 'Deny' },
      },
    } as KubeObject);
    made.push({ ...KIND, name }, definitionRef(name));
    await client.until({ ...KIND, name }, (live) => conditionIn(live, 'Progressing')?.reason === 'UpToDate');
    const said = async (change: (versions: Version[]) => void): Promise<string> => {
      const changed = real(plural);
      change(changed.spec.versions);
      const answer = await client.cluster.apply(changed, { fieldManager: 'kubectl', force: true, dryRun: true });
      return answer.type === 'refused' ? answer.status.message : answer.type;
    };
    const stored = definition.spec.versions.find(({ storage }) => storage)?.name ?? '';
    const without = (versions: Version[]): void => {
      const { schema } = versions.find((version) => version.name === stored)!;
      const parent = path.slice(0, -1).reduce((one: Schema, field) => one.properties[field]!, schema.openAPIV3Schema);
      delete parent.properties[path.at(-1)!];
    };
    // It takes seconds to read the policy.
    let refusal = '';
    for (const endsAt = performance.now() + 60_000; !refusal.includes('denied request') && performance.now() < endsAt;) refusal = await said(without);
    expect(refusal).toContain(`removed field : ${stored}.^.${path.join('.')}`);
    expect(await said(() => undefined)).toBe('object');
    const [served] = definition.spec.versions.filter((version) => version.served).map((version) => version.name);
    expect(await said((versions) => { versions.find((version) => version.name === served)!.served = false; })).toContain(`served versions removed : ${served}`);
    await client.apply(definition);
    await client.until({ ...KIND, name }, (live) => conditionIn(live, 'Compatible')?.status === 'True');
  }, 120_000);
});
