import {
  type KindDefinition, labelSelector, list, listByKey, matches, named, object, rules, type Schema, string, strings, type ValidationRule,
} from '../../api/schema';
import { conditions } from '../common';

const ACTION = 'Deny: it is refused. Warn: whoever writes it is warned.';
const VERSION = '^[a-z]([-a-z0-9]*[a-z0-9])?$';
const NOT_EMPTY: ValidationRule = {
  rule: 'has(self.matchLabels) || has(self.matchExpressions)', message: 'at least one of matchLabels and matchExpressions must be set',
};

function versions(description: string): Schema {
  const items = {
    ...string('', { minLength: 1, maxLength: 63, ...rules(matches(VERSION, 'must be a name of a version: lower case, digits and -')) }),
  };
  const { description: _none, ...item } = items;
  return { description, type: 'array', 'x-kubernetes-list-type': 'set', minItems: 1, maxItems: 32, items: item };
}

const excludedField = named('ExcludedField', object('A field that is not compared.', {
  path: string('Names of fields with dots between them, from the root; lists are passed through.', {
    minLength: 1, maxLength: 1023,
    ...rules(
      matches('^[a-zA-Z][a-zA-Z0-9_]{0,62}(\\.[a-zA-Z][a-zA-Z0-9_]{0,62}){0,15}$', 'path must be at most 16 names with dots between them'),
    ),
  }),
  versions: versions('Versions in which it is not compared.'),
}, ['path', 'versions']));

/** What a CustomResourceDefinition that somebody else manages has to be like. */
export const compatibilityRequirement: KindDefinition = {
  group: 'apiextensions.openshift.io',
  version: 'v1alpha1',
  kind: 'CompatibilityRequirement',
  plural: 'compatibilityrequirements',
  singular: 'compatibilityrequirement',
  description: 'What a CustomResourceDefinition on this cluster has to be compatible with.',
  columns: [
    { name: 'CRD', type: 'string', jsonPath: '.status.crdName' },
    { name: 'Admitted', type: 'string', jsonPath: '.status.conditions[?(@.type=="Admitted")].status' },
    { name: 'Compatible', type: 'string', jsonPath: '.status.conditions[?(@.type=="Compatible")].status' },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
  objectRules: [{ rule: '!has(oldSelf.status) || has(self.status)', message: 'status may not be removed once set' }],
  spec: named('CompatibilityRequirementSpec', object('What is required.', {
    compatibilitySchema: named('CompatibilitySchema', object('The definition that the live one is compared with.', {
      customResourceDefinition: named('CompatibilityDefinition', object('The definition as text.', {
        type: strings('Form of the text.', ['YAML']),
        data: string('A CustomResourceDefinition.', { minLength: 1, maxLength: 1_572_864 }),
      }, ['data', 'type'])),
      requiredVersions: named('RequiredVersions', object('Which of its versions count.', {
        defaultSelection: strings('StorageOnly: the version that is stored. AllServed: all that are served.', ['StorageOnly', 'AllServed']),
        additionalVersions: versions('Versions that count beside the one that is stored.'),
      }, ['defaultSelection'], rules({
        rule: "self.defaultSelection != 'AllServed' || !has(self.additionalVersions)",
        message: 'additionalVersions is forbidden when defaultSelection is AllServed',
      }))),
      excludedFields: list('Fields that are not compared.', excludedField, {
        minItems: 1, maxItems: 64, ...rules(
          { rule: 'self.all(f, self.exists_one(g, g.path == f.path))', message: 'each path may stand there once' },
        ),
      }),
    }, ['customResourceDefinition', 'requiredVersions'])),
    customResourceDefinitionSchemaValidation: named('DefinitionValidation', object('What becomes of a definition that is not compatible.', {
      action: strings(ACTION, ['Deny', 'Warn']),
    }, ['action'])),
    objectSchemaValidation: named('ObjectValidation', object('What becomes of objects that do not fit the definition.', {
      action: strings(ACTION, ['Deny', 'Warn']),
      namespaceSelector: labelSelector('Only objects in these namespaces.', rules(NOT_EMPTY)),
      objectSelector: labelSelector('Only objects with these labels.', rules(NOT_EMPTY)),
      matchConditions: listByKey('Only requests for which all of these hold.', 'name', named('MatchCondition', object('A condition.', {
        name: string('Its name.', { minLength: 1, maxLength: 317 }),
        expression: string('CEL, as in a ValidatingWebhookConfiguration.', { minLength: 1, maxLength: 10_240 }),
      }, ['expression', 'name'])), { minItems: 1, maxItems: 64 }),
    }, ['action'])),
  }, ['compatibilitySchema'])),
  status: named('CompatibilityRequirementStatus', object('What was observed.', {
    conditions: conditions(
      'Progressing: False UpToDate, ConfigurationError, OwnershipConflict; True TransientError. '
        + 'Admitted: True Admitted; False NotAdmitted. '
        + 'Compatible: True Compatible, CompatibleWithWarnings; False RequirementsNotMet, CRDNotFound.',
    ),
    observedCRD: named('ObservedDefinition', object('The definition that was compared. Without it, there was none.', {
      uid: string('Its uid.', { minLength: 1, maxLength: 36 }),
      generation: { description: 'Its metadata.generation.', type: 'integer', format: 'int64', minimum: 1 },
    }, ['generation', 'uid'], rules({
      rule: 'self.uid != oldSelf.uid || self.generation >= oldSelf.generation',
      message: 'generation may only increase as long as the uid is the same',
    }))),
    crdName: string(
      'Name of the definition.', {
        minLength: 1, maxLength: 253, ...rules({ rule: 'self == oldSelf', message: 'crdName is immutable once set' }),
      },
    ),
  }, [], {
    minProperties: 1, ...rules({ rule: '!has(oldSelf.crdName) || has(self.crdName)', message: 'crdName may not be unset once set' }),
  })),
};
