import { exactlyOneOf, listByKey, matches, named, object, rules, type Schema, string, strings, type ValidationRule } from '../api/schema';

const phaseName: ValidationRule = matches(
  '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
  'the value must consist of only lowercase alphanumeric characters and hyphens, and must start and end with an alphanumeric character.',
);

/** How an object that exists already is treated; on a revision, a phase and an object. The innermost one that is set counts. */
export function collisionProtection(description: string): Schema {
  return strings(
    `${description} Prevent: only objects that a revision of the extension created are touched. IfNoController: also existing ones ` +
      'that no controller owns. None: existing ones even if another controller owns them, which may end in a fight between controllers.',
    ['Prevent', 'IfNoController', 'None'],
  );
}

/** What becomes of an object with a change that the API server does not make in place; on a revision, a phase and an object. */
export function replacementPolicy(description: string): Schema {
  return strings(
    `${description} Fail: nothing is written, and the rollout fails. Recreate: the object is deleted, and made anew when it is gone.`,
    ['Fail', 'Recreate'],
  );
}

function phaseNameField(description: string): Schema {
  return string(description, { minLength: 1, maxLength: 63, ...rules(phaseName) });
}

const opaque: Schema = { 'x-kubernetes-preserve-unknown-fields': true };

/**
 * Top-level fields of common kinds. Naming them changes nothing but this: the API server's comparison of objects overlooks it when
 * an unknown field is replaced by another unknown one (`data` by `binaryData`), which would make phases less than immutable.
 */
const commonFields: Readonly<Record<string, Schema>> = Object.fromEntries(
  ['spec', 'data', 'binaryData', 'stringData', 'type', 'rules', 'aggregationRule', 'roleRef', 'subjects', 'webhooks']
    .map((field) => [field, opaque]),
);

const reference: Schema = named(
  'RevisionObjectRef',
  object(
    'A key of a content Secret that holds the manifest as JSON. Exactly one of object and ref is set.',
    {
      name: string('Name of the Secret.', { minLength: 1, maxLength: 253 }),
      namespace: string('Namespace of the Secret. Without it, the one that the controller runs in.', { maxLength: 63 }),
      key: string('Key in the data of the Secret.', { minLength: 1, maxLength: 253 }),
    },
    ['key', 'name'],
  ),
);

/** `spec.phases` of a revision. */
export const phases: Schema = listByKey(
  'Objects in the order in which they are rolled out: the next phase starts when every object of this one is ready. ' +
    'They cannot change, but an empty list may be filled once.',
  'name',
  named(
    'RevisionPhase',
    object(
      'Objects that are applied together.',
      {
        name: phaseNameField('Name of the phase, unique within the revision.'),
        collisionProtection: collisionProtection('Overrides that of the revision for the objects of this phase.'),
        replacementPolicy: replacementPolicy('Overrides that of the revision for the objects of this phase.'),
        objects: {
          description: 'The objects, in no particular order.',
          type: 'array',
          maxItems: 50,
          items: named(
            'RevisionObject',
            object(
              'One object: inline, or by reference.',
              {
                object: {
                  description: 'The manifest. Exactly one of object and ref is set.',
                  type: 'object',
                  properties: commonFields,
                  'x-kubernetes-embedded-resource': true,
                  'x-kubernetes-preserve-unknown-fields': true,
                },
                ref: reference,
                collisionProtection: collisionProtection('Overrides that of the phase and of the revision.'),
                replacementPolicy: replacementPolicy('Overrides that of the phase and of the revision.'),
              },
              [],
              rules(exactlyOneOf('object', 'ref')),
            ),
          ),
        },
      },
      ['name', 'objects'],
    ),
  ),
  { maxItems: 20, ...rules({ rule: 'self == oldSelf || oldSelf.size() == 0', message: 'phases is immutable' }) },
);

/** `status.observedPhases` of a revision. */
export const observedPhases: Schema = listByKey(
  'Digests of the phases as they were when the revision was first resolved. Content that reads otherwise later was tampered with.',
  'name',
  named(
    'ObservedPhase',
    object(
      'Digest of one phase.',
      {
        name: phaseNameField('Name of the phase.'),
        digest: string('Digest over the resolved objects: `sha256:<hex>`.', {
          minLength: 1,
          maxLength: 256,
          ...rules(matches('^[a-z0-9]+:[a-f0-9]+$', "digest must be in the format '<algorithm>:<hex>'")),
        }),
      },
      ['digest', 'name'],
    ),
  ),
  { maxItems: 20, ...rules({ rule: 'self == oldSelf || oldSelf.size() == 0', message: 'observedPhases is immutable' }) },
);
