/** From a version and its objects to the phases that the engine runs. Pure. */
import {
  isDefinition, type JsonObject, type KubeObject, type ProgressionProbe, type ResolvedObject, type ResolvedPhase, type ResolvedRevision,
} from '../../../api';
import { adoptionOf, ANNOTATION_ADOPT_EXISTING } from '../../../capi';
import { stringifyYaml } from '../../../yaml';
import type { StoredComponent, Version } from '../model';
import { EXTENSION, REQUIREMENT_KIND } from '../names';

/** What has to be ready before the next phase begins. */
export const PROBES: readonly ProgressionProbe[] = [
  {
    selector: { type: 'GroupKind', groupKind: { group: 'apps', kind: 'Deployment' } },
    assertions: [{ type: 'KindDefault' }],
  },
  {
    selector: { type: 'GroupKind', groupKind: { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' } },
    assertions: [{ type: 'ConditionEqual', conditionEqual: { type: 'Established', status: 'True' } }],
  },
  {
    selector: { type: 'GroupKind', groupKind: { group: 'apiextensions.openshift.io', kind: REQUIREMENT_KIND.kind } },
    assertions: [
      { type: 'ConditionEqual', conditionEqual: { type: 'Admitted', status: 'True' } },
      { type: 'ConditionEqual', conditionEqual: { type: 'Compatible', status: 'True' }, terminal: true },
    ],
  },
];

/** The phase before all others. */
export const PREFLIGHT = 'preflight';

/** Which of its definitions somebody else manages. */
export function unmanagedDefinitions(components: readonly StoredComponent[], unmanaged: readonly string[]): readonly KubeObject[] {
  const names = new Set(unmanaged);
  return components.flatMap(({ objects }) => objects.filter((object) => isDefinition(object) && names.has(object.metadata.name ?? '')));
}

/**
 * First what is required of definitions that somebody else manages; then, for each component in its order, its definitions, and the rest of
 * it. Phases without objects are left out.
 */
export function installation(
  { name, revision, contentID, unmanagedCRDs = [], components: sources = [] }: Version, components: readonly StoredComponent[],
): ResolvedRevision {
  const requirements = unmanagedDefinitions(components, unmanagedCRDs).map(requirementFor);
  const names = new Set(unmanagedCRDs);
  const phases = components.flatMap(({ name: component, objects }, index): readonly ResolvedPhase[] => {
    // Releases that hand manifests over in ConfigMaps had their definitions applied by the platform itself before.
    const isTransport = sources[index]?.configMaps !== undefined;
    const managed = objects.filter((object) => !isDefinition(object) || !names.has(object.metadata.name ?? ''));
    return [
      { name: `${component}-crds`, objects: managed.filter(isDefinition).map((object) => resolved(object, isTransport)) },
      { name: component, objects: managed.filter((object) => !isDefinition(object)).map((object) => resolved(object)) },
    ];
  });
  return {
    extension: EXTENSION, number: revision, version: name, probes: PROBES, digest: contentID,
    phases: [
      { name: PREFLIGHT, objects: requirements.map((object) => resolved(object)) }, ...phases,
    ].filter(({ objects }) => objects.length > 0),
  };
}

/**
 * The requirement is named like its definition; a definition that does not meet it is refused from then on. All versions that are served
 * count, because providers work with more than the one that is stored: the ones of others, and webhooks that convert.
 */
function requirementFor(definition: KubeObject): KubeObject {
  const { metadata: { name = '' }, ...rest } = definition;
  const data = stringifyYaml({ ...rest, metadata: { name } } as unknown as JsonObject);
  return {
    ...REQUIREMENT_KIND, metadata: { name },
    spec: {
      compatibilitySchema: { customResourceDefinition: { type: 'YAML', data }, requiredVersions: { defaultSelection: 'AllServed' } },
      customResourceDefinitionSchemaValidation: { action: 'Deny' },
    },
  };
}

/** The annotation speaks to the installer; the object is applied without it. */
function resolved(object: KubeObject, takesOver = false): ResolvedObject {
  const { metadata: { annotations = {}, ...metadata } } = object;
  const { [ANNOTATION_ADOPT_EXISTING]: _adopt, ...others } = annotations;
  const isAnnotated = Object.keys(others).length > 0;
  return {
    object: { ...object, metadata: { ...metadata, ...(isAnnotated ? { annotations: others } : {}) } },
    collisionProtection: adoptionOf(object) === 'always' ? 'None' : takesOver ? 'IfNoController' : 'Prevent',
    // A binding whose role is another one cannot be changed in place.
    ...(object.kind.endsWith('RoleBinding') ? { replacementPolicy: 'Recreate' as const } : {}),
  };
}
