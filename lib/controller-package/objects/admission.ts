/** What the rules of our CRDs cannot see: metadata, who asks, and kinds of others. No webhook is needed. */
import {
  ANNOTATION_APPROVED_BY, GROUP, LABEL_OWNER, LABEL_OWNER_KIND, LABEL_OWNER_NAME, SECRET_TYPE_CONTENT, type JsonObject,
} from '../../api';
import { APPROVER, CLEANERS, LABELS, NAME } from '../names';
import type { Settings } from '../settings';

interface Validation {
  readonly expression: string;
  readonly message: string;
}

export function admission({ namespace }: Settings): readonly JsonObject[] {
  const controller = `system:serviceaccount:${namespace}:${NAME}`;
  return [
    ...policy('boxcutter-revisions', {
      operations: ['CREATE', 'UPDATE'], apiGroups: [GROUP], resources: ['clusterextensionrevisions'],
      variables: [
        { name: 'isController', expression: `request.userInfo.username == '${controller}'` },
        { name: 'owners', expression: ownersOf('object') },
        { name: 'isMadeByHand', expression: 'oldObject == null && has(object.spec.phases) && variables.owners.size() == 0' },
        {
          name: 'extension',
          expression: `${labelOf('object', LABEL_OWNER)} != '' ? ${labelOf('object', LABEL_OWNER)} : `
            + labelOf('object', LABEL_OWNER_NAME),
        },
        { name: 'previous', expression: 'has(object.spec.previous) ? object.spec.previous.map(p, p.name) : []' },
        { name: 'ownersBefore', expression: `oldObject == null ? [] : ${ownersOf('oldObject')}` },
        { name: 'isOwned', expression: 'variables.ownersBefore.size() > 0' },
      ],
      validations: [
        {
          expression: 'variables.isController || variables.owners.all(uid, variables.ownersBefore.exists(before, before == uid))',
          message: 'only the controller makes a revision one of a ClusterExtension or of a BundleDeployment',
        },
        ...[LABEL_OWNER, LABEL_OWNER_KIND, LABEL_OWNER_NAME].map((label) => ({
          expression: `oldObject == null || variables.isController || ${labelOf('object', label)} == ${labelOf('oldObject', label)}`,
          message: `the label ${label} of a revision does not change`,
        })),
        {
          expression: unlessOurs(`!variables.isOwned || ${isSameIn('metadata', 'labels')}`),
          message: 'labels of a revision are those of its ClusterExtension or BundleDeployment',
        },
        ...OWNED,
        ...NUMBERS,
        {
          expression: `!${isApproved('object')} || (oldObject != null && ${isApproved('oldObject')}) || ${MAY_APPROVE}`,
          message: `approving an upgrade takes the verb approve for clusterextensionrevisions (ClusterRole ${APPROVER})`,
        },
        {
          expression: `${approverOf('object')} in ['', request.userInfo.username] || (oldObject != null `
            + `&& ${approverOf('object')} == ${approverOf('oldObject')} && (${isApproved('oldObject')} || !${isApproved('object')}))`,
          message: `the annotation ${ANNOTATION_APPROVED_BY} names who approves, and nobody else: take it off, or name yourself there`,
        },
      ],
    }),
    ...policy('boxcutter-approval', {
      operations: ['UPDATE'], apiGroups: [GROUP], resources: ['clusterextensions'],
      validations: [{
        expression: `request.userInfo.username == '${controller}' || object.spec.?upgradeApproval == oldObject.spec.?upgradeApproval `
          + `|| object.spec.?upgradeApproval.?mode.orValue('') == 'Manual' || ${MAY_APPROVE_ALL}`,
        message: 'who decides about upgrades (spec.upgradeApproval) is changed to Manual by anybody, and otherwise by those who have the '
          + `verb approve for clusterextensionrevisions (ClusterRole ${APPROVER})`,
      }],
    }),
    ...policy('boxcutter-content', {
      operations: ['CREATE', 'UPDATE'], apiGroups: [''], resources: ['secrets'],
      matchConditions: [{ name: 'content', expression: `has(object.type) && object.type == '${SECRET_TYPE_CONTENT}'` }],
      validations: [
        { expression: 'has(object.immutable) && object.immutable', message: `a Secret of type ${SECRET_TYPE_CONTENT} must be immutable` },
      ],
    }),
  ];
}

function approverOf(object: string): string {
  const annotations = `${object}.metadata.annotations`;
  return `(has(${annotations}) && '${ANNOTATION_APPROVED_BY}' in ${annotations} ? ${annotations}['${ANNOTATION_APPROVED_BY}'] : '')`;
}

function isApproved(object: string): string {
  return `(has(${object}.spec.approved) && ${object}.spec.approved)`;
}

/** An extension that asks nobody approves all its upgrades. */
const MAY_APPROVE_ALL = `authorizer.group('${GROUP}').resource('clusterextensionrevisions').check('approve').allowed()`;

/** Whoever may write revisions for other reasons must not decide about upgrades with it. */
const MAY_APPROVE = `authorizer.group('${GROUP}').resource('clusterextensionrevisions').name(object.metadata.name)`
  + ".check('approve').allowed()";

/**
 * Of revisions that are made by hand, as far as one object shows it: the name has the number, so that no two of an extension have the same,
 * and the number follows those that it takes over from.
 */
const NUMBERS: readonly Validation[] = [
  {
    expression: "!variables.isMadeByHand || (variables.extension == '' ? object.metadata.name.endsWith('-' + string(object.spec.revision)) "
      + ": object.metadata.name == variables.extension + '-' + string(object.spec.revision))",
    message: 'the name of a revision is that of its extension with its number: web-2',
  },
  {
    expression: "!variables.isMadeByHand || variables.previous.size() == 0 || !variables.previous.all(name, name.matches('-[0-9]{1,9}$')) "
      + "|| object.spec.revision == variables.previous.map(name, int(name.substring(name.lastIndexOf('-') + 1))).max() + 1",
    message: 'the number of a revision is that of the newest one in spec.previous plus one',
  },
];

/** Keys of annotations by which the controllers know what a revision was made of and whose rights it has. */
const isKnownByKey = (key: string): string => (
  `(${key} == 'olm.properties' || ${key}.startsWith('${GROUP}/') || ${key}.startsWith('core.rukpak.io/')) `
    + `&& ${key} != '${ANNOTATION_APPROVED_BY}'`
);

/** Every annotation of ours on one is on the other, and says the same. */
function hasSameNotes(one: string, other: string): string {
  const [mine, theirs] = [one, other].map((object) => `${object}.metadata.annotations`);
  const isSame = `has(${theirs}) && key in ${theirs} && ${theirs}[key] == ${mine}[key]`;
  return `(!has(${mine}) || ${mine}.all(key, !(${isKnownByKey('key')}) || (${isSame})))`;
}

/** Who owns the revision for the user: whoever may change that may have the revision rolled out, paused and taken down. */
const MAY_CHANGE_OWNER = 'oldObject.metadata.ownerReferences.filter(o, has(o.controller) && o.controller).all(o, '
  + `o.kind == 'ClusterExtension' ? authorizer.group('${GROUP}').resource('clusterextensions').name(o.name).check('update').allowed() `
  + ": authorizer.group('core.rukpak.io').resource('bundledeployments').name(o.name).check('update').allowed())";

/** Whoever makes revisions by hand looks after them. */
const MAY_CREATE = `authorizer.group('${GROUP}').resource('clusterextensionrevisions').check('create').allowed()`;

/** Fields that neither approving nor pausing changes. */
const FIXED: readonly string[] = [
  'phases', 'revision', 'previous', 'collisionProtection', 'progressionProbes', 'progressDeadlineMinutes',
  'clusterExtensionRef', 'version', 'bundleMetadata', 'availableSince',
];

/** The controllers, and the control plane at its cleaning. */
function unlessOurs(expression: string): string {
  return `variables.isController || request.userInfo.username in ${JSON.stringify(CLEANERS)} || ${expression}`;
}

function isSameIn(part: 'metadata' | 'spec', field: string): string {
  return `object.${part}.?${field} == oldObject.${part}.?${field}`;
}

/**
 * A revision of an extension says what is installed, from which image, and whether that stands. Who may write revisions for another reason,
 * as to approve upgrades, must not decide about that.
 */
const OWNED: readonly Validation[] = [
  {
    expression: unlessOurs(`!variables.isOwned || (${isSameIn('metadata', 'ownerReferences')} && ${isSameIn('metadata', 'finalizers')})`),
    message: 'a revision stays that of its ClusterExtension or BundleDeployment: '
      + 'owners and finalizers are written by the controllers alone',
  },
  {
    expression: unlessOurs(`!variables.isOwned || (${hasSameNotes('object', 'oldObject')} && ${hasSameNotes('oldObject', 'object')})`),
    message: 'what a revision was made of does not change: its annotations are written by the controllers alone',
  },
  {
    expression: unlessOurs(`!variables.isOwned || (${FIXED.map((field) => isSameIn('spec', field)).join(' && ')})`),
    message: `what a revision rolls out does not change (${FIXED.join(', ')})`,
  },
  {
    expression: unlessOurs('!variables.isOwned || !has(object.spec.lifecycleState) '
      + `|| (has(oldObject.spec.lifecycleState) && object.spec.lifecycleState == oldObject.spec.lifecycleState) || ${MAY_CHANGE_OWNER}`),
    message: 'pausing or archiving a revision takes the right to update the ClusterExtension or BundleDeployment that it belongs to',
  },
  {
    expression: unlessOurs(`oldObject == null || variables.isOwned || !has(oldObject.spec.phases) || ${MAY_CREATE}`),
    message: 'changing a revision that was made by hand takes the right to create revisions',
  },
];

/** Uids of the ClusterExtensions and BundleDeployments that control an object. */
function ownersOf(object: string): string {
  const isOurs = `has(o.controller) && o.controller && (o.kind == 'ClusterExtension' && o.apiVersion.startsWith('${GROUP}/') `
    + "|| o.kind == 'BundleDeployment' && o.apiVersion.startsWith('core.rukpak.io/'))";
  return `(has(${object}.metadata.ownerReferences) ? ${object}.metadata.ownerReferences.filter(o, ${isOurs}).map(o, o.uid) : [])`;
}

function labelOf(object: string, label: string): string {
  const labels = `${object}.metadata.labels`;
  return `(has(${labels}) && '${label}' in ${labels} ? ${labels}['${label}'] : '')`;
}

interface Policy {
  readonly operations: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly matchConditions?: readonly JsonObject[];
  readonly variables?: readonly JsonObject[];
  readonly validations: readonly Validation[];
}

function policy(name: string, given: Policy): readonly JsonObject[] {
  const { operations, apiGroups, resources, matchConditions, variables, validations } = given;
  const apiVersion = 'admissionregistration.k8s.io/v1';
  return [
    {
      apiVersion, kind: 'ValidatingAdmissionPolicy', metadata: { name, labels: LABELS },
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: { resourceRules: [{ apiGroups, apiVersions: ['v1'], operations, resources }] },
        ...(matchConditions === undefined ? {} : { matchConditions }),
        ...(variables === undefined ? {} : { variables }),
        validations: validations.map(({ expression, message }) => ({ expression, message })),
      },
    },
    {
      apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata: { name, labels: LABELS },
      spec: { policyName: name, validationActions: ['Deny'] },
    },
  ];
}
