/** What CompatibilityRequirements let through: definitions that are refused, or stored with a warning, by policies that the controller keeps. */
import type { Condition, JsonObject, KubeObject, ObjectRef } from '../../../../lib/api';
import { requirementController } from '../../../../lib/controllers/cluster-api';
import { clusterApiCrds } from '../../../../lib/kinds';
import { connect } from '../../../../lib/kube';
import { stringifyYaml } from '../../../../lib/yaml';
import { Process } from '../../support/controllers';
import { kubeconfig, OtherClient, unique } from '../../support/extension';
import { connect as connectRaw } from '../../support/raw-client';
import { conditionIn, definition, definitionRef } from './bench';

const KIND = { apiVersion: 'apiextensions.openshift.io/v1alpha1', kind: 'CompatibilityRequirement' } as const;
const POLICY = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicy' } as const;
const BINDING = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicyBinding' } as const;
const GROUP = `${unique('req')}.example.io`;

let client: OtherClient;
let controllers: Process;
let server: ReturnType<typeof connectRaw>;
const made: ObjectRef[] = [];

beforeAll(async () => {
  client = new OtherClient(await connect({ kubeconfig }));
  server = connectRaw();
  for (const crd of clusterApiCrds()) await define(crd);
  controllers = await Process.start('requirements', 'default', [requirementController({ selector: `test=${GROUP}` })]);
});
afterAll(async () => {
  // A definition goes after what requires it.
  for (const ref of made) await client.delete(ref);
  await controllers.stop();
  client.cluster.close();
  server.close();
});

async function define(crd: KubeObject): Promise<void> {
  await client.apply(crd);
  await client.until(definitionRef(crd.metadata.name ?? ''), (live) => conditionIn(live, 'Established')?.status === 'True');
}

const refOfRequirement = (name: string): ObjectRef => ({ ...KIND, name });

async function require(name: string, crd: KubeObject, more: JsonObject, selection: JsonObject = { defaultSelection: 'AllServed' }, schema: JsonObject = {}): Promise<void> {
  await client.apply({
    ...KIND, metadata: { name, labels: { test: GROUP } },
    spec: {
      compatibilitySchema: { customResourceDefinition: { type: 'YAML', data: stringifyYaml(crd as unknown as JsonObject) }, requiredVersions: selection, ...schema },
      ...more,
    },
  } as KubeObject);
  made.push(refOfRequirement(name));
}

async function says(name: string, type: string, status: string, reason: string): Promise<Condition> {
  let found: Condition | undefined;
  await client.until(refOfRequirement(name), (live) => {
    found = conditionIn(live, type);
    return found?.status === status && found.reason === reason;
  });
  return found as Condition;
}

/** The server takes a moment to know what changed about a policy: what it says in the end. */
async function inTheEnd(act: () => Promise<string>, wanted: RegExp): Promise<string> {
  const endsAt = performance.now() + 30_000;
  for (;;) {
    const said = await act();
    if (wanted.test(said)) return said;
    // Without an end it would go on when its test is over, and without the connection it would do nothing else any more.
    if (/resulted in error/.test(said) || performance.now() > endsAt) throw new Error(said);
  }
}

const applied = (object: KubeObject) => (): Promise<string> => client.apply(object).then(() => 'applied', (error: Error) => error.message);

/** The same, and nothing is stored. */
const tried = (crd: KubeObject) => async (): Promise<string> => {
  const answer = await client.cluster.apply(crd, { fieldManager: 'kubectl', force: true, dryRun: true });
  return answer.type === 'refused' ? answer.status.message : answer.type;
};

test('a definition that lacks what is required is refused, when it is made and when it is changed; one that has more is taken', async () => {
  const name = `alphas.${GROUP}`;
  await require(name, definition('alphas', GROUP, ['a', 'b']), { customResourceDefinitionSchemaValidation: { action: 'Deny' } });
  await says(name, 'Compatible', 'False', 'CRDNotFound');
  await client.until({ ...BINDING, name: `definition.${name}` }, (live) => live !== undefined);
  made.push(definitionRef(name));
  const refused = await inTheEnd(tried(definition('alphas', GROUP, ['a'])), /denied request/);
  expect(refused).toContain(`CRD is not compatible with CompatibilityRequirements: This requirement was added by CompatibilityRequirement ${name}: removed field : v1.^.spec.b`);
  await define(definition('alphas', GROUP, ['a', 'b', 'c']));
  await says(name, 'Compatible', 'True', 'Compatible');
  expect(await applied(definition('alphas', GROUP, ['c']))()).toMatch(/removed field : v1\.\^\.spec\.a; removed field : v1\.\^\.spec\.b/);
  expect(await applied(definition('alphas', GROUP, ['b', 'a']))()).toBe('applied');
});

test('what another client adds to a policy or its binding, so that they look at less, is taken out again', async () => {
  const name = `alphas.${GROUP}`;
  const rule = { apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] };
  const changes: readonly (readonly [kind: typeof POLICY | typeof BINDING, path: string, value: unknown])[] = [
    [POLICY, '/spec/matchConstraints/excludeResourceRules', [rule]],
    [POLICY, '/spec/matchConstraints/objectSelector', { matchLabels: { no: 'such' } }],
    [POLICY, '/spec/matchConstraints/resourceRules/0/resourceNames', ['other']],
    [POLICY, '/spec/paramKind', { apiVersion: 'v1', kind: 'ConfigMap' }],
    [BINDING, '/spec/matchResources', { excludeResourceRules: [rule] }],
    [BINDING, '/spec/validationActions', ['Audit']],
  ];
  for (const [kind, path, value] of changes) {
    const ref = { ...kind, name: `definition.${name}` };
    const { spec } = await client.get(ref) as KubeObject & { readonly spec: object };
    const answer = await client.cluster.patch(ref, [{ op: 'add', path, value }], 'eve');
    expect([path, answer.type]).toEqual([path, 'object']);
    await client.until(ref, (live) => JSON.stringify(live?.['spec']) === JSON.stringify(spec));
  }
});

test('versions that are not served any more; excluded fields; lists and maps', async () => {
  const name = `betas.${GROUP}`;
  const nested = (fields: JsonObject): JsonObject => ({ type: 'object', properties: fields });
  const text = { type: 'string' };
  const withVersions = (all: readonly (readonly [name: string, schema: JsonObject])[]): KubeObject => {
    const plain = definition('betas', GROUP);
    const versions = all.map(([version, schema], index) => (
      { name: version, served: true, storage: index === 0, schema: { openAPIV3Schema: nested({ spec: schema }) } }
    ));
    return { ...plain, spec: { ...plain['spec'] as JsonObject, versions } } as unknown as KubeObject;
  };
  const list = (fields: JsonObject): JsonObject => ({ type: 'array', items: nested(fields) });
  const map = (fields: JsonObject): JsonObject => ({ type: 'object', additionalProperties: nested(fields) });
  await require(name, withVersions([['v1', nested({ l: list({ x: text, y: text }), m: map({ z: text }), 'dotted.name': text })], ['v2', nested({})]]), {
    customResourceDefinitionSchemaValidation: { action: 'Deny' },
  }, { defaultSelection: 'AllServed' }, { excludedFields: [{ path: 'spec.l.y', versions: ['v1'] }] });
  await client.until({ ...BINDING, name: `definition.${name}` }, (live) => live !== undefined);
  made.push(definitionRef(name));
  const poor = withVersions([['v1', nested({ l: list({}), m: map({}) })]]);
  const said = await inTheEnd(tried(poor), /denied/);
  expect(said).toMatch(/removed field : v1\.\^\.spec\.dotted\.name; /);
  expect(said).toMatch(/v1\.\^\.spec\.l\[\*\]\.x; removed field : v1\.\^\.spec\.m\[\*\]\.z; served versions removed : v2/);
  expect(said).not.toMatch(/l\[\*\]\.y/);
  expect(await applied(withVersions([['v1', nested({ l: list({ x: text }), m: map({ z: text }), 'dotted.name': text })], ['v2', nested({})]]))()).toBe('applied');
});

test('with Warn it is stored, and the client is told; a policy that another client removes is there again; and without a wish for it, it goes', async () => {
  const name = `alphas.${GROUP}`;
  const names = [{ ...BINDING, name: `definition.${name}` }, { ...POLICY, name: `definition.${name}` }] as const;
  for (const ref of names) {
    const { metadata: { uid } } = await client.get(ref);
    await client.delete(ref);
    await client.until(ref, (live) => live !== undefined && live.metadata.uid !== uid);
  }
  await require(name, definition('alphas', GROUP, ['a', 'b']), { customResourceDefinitionSchemaValidation: { action: 'Warn' } });
  await inTheEnd(applied(definition('alphas', GROUP, ['a'])), /^applied$/);
  await says(name, 'Compatible', 'False', 'RequirementsNotMet');
  const warned = async (fields: readonly string[]): Promise<readonly [status: number, warnings: readonly string[]]> => {
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}?fieldManager=kubectl&force=true&dryRun=All`;
    const { status, warnings } = await server.send('PATCH', path, definition('alphas', GROUP, fields));
    return [status, warnings];
  };
  expect(await warned(['a', 'z'])).toEqual([200, [expect.stringContaining(
    `CRD is not compatible with CompatibilityRequirements: This requirement was added by CompatibilityRequirement ${name}: removed field : v1.^.spec.b`,
  )]]);
  expect(await warned(['a', 'b'])).toEqual([200, []]);
  await require(name, definition('alphas', GROUP, ['a', 'b']), {});
  for (const ref of names) await client.until(ref, (live) => live === undefined);
});

test('a policy of that name that is somebody else\'s is left alone', async () => {
  const name = `deltas.${GROUP}`;
  const theirs = { ...BINDING, name: `definition.${name}` };
  await client.apply({ ...BINDING, metadata: { name: theirs.name }, spec: { policyName: 'theirs', validationActions: ['Warn'] } } as unknown as KubeObject);
  made.push(theirs);
  await require(name, definition('deltas', GROUP), { customResourceDefinitionSchemaValidation: { action: 'Deny' } });
  expect(await says(name, 'Progressing', 'False', 'OwnershipConflict')).toMatchObject({ message: `ValidatingAdmissionPolicyBinding definition.${name} is not controlled by this CompatibilityRequirement` });
  expect((await client.get(theirs))['spec']).toMatchObject({ policyName: 'theirs' });
  await client.delete(theirs);
  await says(name, 'Progressing', 'False', 'UpToDate');
});

test('at rest nothing is sent', async () => {
  const name = `alphas.${GROUP}`;
  const { metadata: { generation } } = await client.apply(definition('alphas', GROUP, ['a', 'b'])) as KubeObject & { readonly metadata: { readonly generation?: number } };
  await client.until(refOfRequirement(name), (live) => (live?.['status'] as { readonly observedCRD?: { readonly generation: number } } | undefined)?.observedCRD?.generation === generation);
  await says(name, 'Compatible', 'True', 'Compatible');
  const counts = (): object => {
    const { watch: _watch, discovery: _discovery, ...others } = controllers.cluster.requests();
    return others;
  };
  const before = counts();
  await client.apply({ ...definition('alphas', GROUP, ['a', 'b']), metadata: { name, annotations: { seen: 'yes' } } });
  await client.until(definitionRef(name), (live) => live?.metadata.annotations?.['seen'] === 'yes');
  expect(counts()).toEqual(before);
});
