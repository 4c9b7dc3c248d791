/** Whether a live definition meets what is required, and what the requirement says of it. */
import type { JsonObject, KubeObject } from '../../../../lib/api';
import { incompatibilities, pathsOf, warnings, type ExcludedField, type Selection } from '../../../../lib/controllers/cluster-api/requirement/compare';
import { readRequirement, requirementStatus, type Policies, type Requirement } from '../../../../lib/controllers/cluster-api/requirement/decide';
import { stringifyYaml } from '../../../../lib/yaml';

const text = { type: 'string' };
interface Given {
  readonly name: string;
  readonly fields?: JsonObject;
  readonly served?: boolean;
  readonly storage?: boolean;
}
const definition = (...versions: readonly Given[]): JsonObject => ({
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'clusters.x.io' },
  spec: { group: 'x.io', names: { plural: 'clusters' }, versions: versions.map(({ name, fields = {}, served = true, storage = false }) => ({ name, served, storage, schema: { openAPIV3Schema: { type: 'object', properties: fields } } })) },
});
const ALL: Selection = { defaultSelection: 'AllServed' };
const STORED: Selection = { defaultSelection: 'StorageOnly' };

describe('compared', () => {
  test.each<[
    what: string, required: JsonObject, live: JsonObject, selection: Selection, excluded: readonly ExcludedField[], found: readonly string[],
  ]>([
    ['the same', definition({ name: 'v1', fields: { a: text } }), definition({ name: 'v1', fields: { a: text } }), ALL, [], []],
    ['a field more is compatible', definition({ name: 'v1', fields: { a: text } }), definition({ name: 'v1', fields: { a: text, b: text } }), ALL, [], []],
    ['another type is not looked at', definition({ name: 'v1', fields: { a: text } }), definition({ name: 'v1', fields: { a: { type: 'integer' } } }), ALL, [], []],
    ['a field less', definition({ name: 'v1', fields: { a: text, b: { type: 'object', properties: { c: text } } } }), definition({ name: 'v1', fields: { a: text, b: { type: 'object' } } }), ALL, [], ['removed field : v1.^.b.c']],
    ['a field less in a list', definition({ name: 'v1', fields: { l: { type: 'array', items: { type: 'object', properties: { c: text } } } } }), definition({ name: 'v1', fields: { l: { type: 'array', items: { type: 'object' } } } }), ALL, [], ['removed field : v1.^.l[*].c']],
    ['versions that are served no more', definition({ name: 'v1' }, { name: 'v2' }, { name: 'v3' }), definition({ name: 'v2', served: false }, { name: 'v3' }), ALL, [], ['served versions removed : v1, v2']],
    ['a version that the requirement does not serve', definition({ name: 'v1' }, { name: 'v0', served: false }), definition({ name: 'v1' }), ALL, [], []],
    ['only the stored version counts', definition({ name: 'v1', storage: true }, { name: 'v2', fields: { a: text } }), definition({ name: 'v1' }), STORED, [], []],
    ['and those that are named beside it', definition({ name: 'v1', storage: true }, { name: 'v2' }), definition({ name: 'v1' }), { ...STORED, additionalVersions: ['v2'] }, [], ['served versions removed : v2']],
    ['an excluded field, with what is below it', definition({ name: 'v1', fields: { l: { type: 'array', items: { type: 'object', properties: { c: { type: 'object', properties: { d: text } } } } } } }), definition({ name: 'v1', fields: { l: { type: 'array', items: { type: 'object' } } } }), ALL, [{ path: 'l.c', versions: ['v1'] }], []],
    ['excluded in another version', definition({ name: 'v1', fields: { a: text } }), definition({ name: 'v1' }), ALL, [{ path: 'a', versions: ['v2'] }], ['removed field : v1.^.a']],
  ])('%s', (_what, required, live, selection, excluded, found) => {
    expect(incompatibilities(required, live, selection, excluded)).toEqual(found);
  });

  test('what stands in allOf and the like belongs to the same path', () => {
    expect(pathsOf({ properties: { a: {} }, allOf: [{ properties: { b: {} } }], additionalProperties: { properties: { c: {} } } })).toEqual(['^', '^.a', '^[*]', '^[*].c', '^.b']);
  });
});

describe('the status', () => {
  const requirement = (data: string, more: JsonObject = {}): Requirement => ({
    apiVersion: 'apiextensions.openshift.io/v1alpha1', kind: 'CompatibilityRequirement', metadata: { name: 'clusters.x.io', generation: 4 },
    spec: { compatibilitySchema: { customResourceDefinition: { type: 'YAML', data }, requiredVersions: { defaultSelection: 'AllServed' }, ...more } },
  } as unknown as Requirement);
  const live = { ...definition({ name: 'v1' }), metadata: { name: 'clusters.x.io', uid: 'u', generation: 7 } } as unknown as KubeObject;
  const good = requirement(stringifyYaml(definition({ name: 'v1' })));
  const said = (given: Requirement, there: KubeObject | undefined, policies: Policies = { type: 'kept' }): unknown => {
    const { conditions = [], ...rest } = requirementStatus(given, readRequirement(given), { live: there, policies, now: new Date(0) });
    return {
      ...rest,
      conditions: Object.fromEntries(conditions.map(({ type, status, reason, message, observedGeneration }) => (
        [type, [status, reason, message, observedGeneration]]
      ))),
    };
  };

  test('compatible', () => {
    expect(said(good, live)).toEqual({
      crdName: 'clusters.x.io', observedCRD: { uid: 'u', generation: 7 },
      conditions: {
        Admitted: ['True', 'Admitted', 'The CompatibilityRequirement has been admitted', 4], Compatible: ['True', 'Compatible', 'The CRD is compatible with this requirement', 4],
        Progressing: ['False', 'UpToDate', 'The CompatibilityRequirement is up to date', 4],
      },
    });
  });

  test('compatible, with warnings: of versions that do not count, and of those whose end was announced', () => {
    const required = definition({ name: 'v1', storage: true }, { name: 'v2', fields: { a: text } });
    const now = definition({ name: 'v1', storage: true }, { name: 'v2' });
    const versions = (now['spec'] as { readonly versions: readonly JsonObject[] }).versions.map((version) => ({ ...version, deprecated: true }));
    const deprecated = { ...now, metadata: { name: 'clusters.x.io', uid: 'u', generation: 7 }, spec: { ...now['spec'] as JsonObject, versions } };
    expect(warnings(required, deprecated, STORED)).toEqual(['removed field : v2.^.a', 'version deprecated : v1']);
    const given = requirement(stringifyYaml(required), { requiredVersions: { defaultSelection: 'StorageOnly' } });
    expect(said(given, deprecated as unknown as KubeObject)).toMatchObject({
      conditions: { Compatible: ['True', 'CompatibleWithWarnings', 'removed field : v2.^.a\nversion deprecated : v1', 4] },
    });
  });

  test.each<[policies: Policies, expected: readonly string[]]>([
    [{ type: 'conflict', message: 'taken' }, ['False', 'OwnershipConflict', 'taken']],
    [{ type: 'failed', message: 'away' }, ['True', 'TransientError', 'away']],
  ])('how the policies are: %j', (policies, expected) => {
    expect(said(good, live, policies)).toMatchObject({ conditions: { Progressing: [...expected, 4], Compatible: ['True', 'Compatible', expect.any(String), 4] } });
  });

  test('not compatible, and not there', () => {
    const strict = requirement(stringifyYaml(definition({ name: 'v1', fields: { extra: text } })));
    expect(said(strict, live)).toMatchObject({ conditions: { Compatible: ['False', 'RequirementsNotMet', 'removed field : v1.^.extra', 4] } });
    expect(said(good, undefined)).toEqual({ crdName: 'clusters.x.io', conditions: expect.objectContaining({ Compatible: ['False', 'CRDNotFound', 'The target CRD was not found', 4], Progressing: ['False', 'UpToDate', expect.any(String), 4] }) });
  });

  test.each<[what: string, given: Requirement, message: RegExp]>([
    ['no YAML', requirement('a: [b'), /data: Invalid value: expected a valid CustomResourceDefinition in YAML format: /],
    ['another kind', requirement('{}'), /expected a valid CustomResourceDefinition/],
    ['a version that is not there', requirement(stringifyYaml(definition({ name: 'v1', storage: true })), { requiredVersions: { defaultSelection: 'StorageOnly', additionalVersions: ['v9'] } }), /there is no version v9/],
    ['an excluded field that is not there', requirement(stringifyYaml(definition({ name: 'v1' })), { excludedFields: [{ path: 'a.b', versions: ['v1'] }] }), /path not found in schema: desired path \^.a.b/],
    ['an excluded field in a version that does not count', requirement(stringifyYaml(definition({ name: 'v1' })), { excludedFields: [{ path: 'a', versions: ['v2'] }] }), /version v2 is pruned from the compatibility schema/],
    ['every object of the cluster', requirement(stringifyYaml({ ...definition({ name: 'v1' }), metadata: { name: '*.*' }, spec: { group: '*', names: { plural: '*' }, versions: [{ name: 'v1', served: true, storage: true }] } })), /metadata.name has to be spec.names.plural, a dot and spec.group/],
  ])('%s is an error of whoever wrote it', (_what, given, message) => {
    expect(said(given, live)).toMatchObject({ conditions: { Progressing: ['False', 'ConfigurationError', expect.stringMatching(message), 4], Admitted: ['False', 'NotAdmitted', expect.any(String), 4] } });
  });
});
