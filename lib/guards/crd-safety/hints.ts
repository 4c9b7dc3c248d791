/** The safe alternative to each kind of change. */
import type { CrdChange, CrdCheck } from './issue';

const CONSTRAINT =
  'Objects that are stored may break it, and could then no longer be updated. Check new '
  + 'values in the operator or in a new version instead, and leave this version as it is.';
const NEW_VERSION = 'Make the change in a new version, with a conversion webhook, and leave this version as it is.';

const HINTS: Readonly<Record<CrdCheck, string>> = {
  scope: 'The scope of a definition cannot be changed. Give the kind a new name or group, and move the objects.',
  existingFieldRemoval:
    'What is stored in the field would be dropped. Keep it and ignore it in the '
    + 'operator, or leave it out of a new version with a conversion webhook.',
  storedVersionRemoval:
    'Objects may still be stored in it. Keep the version with "served: false", rewrite '
    + 'all objects, take it out of status.storedVersions, and only then remove it.',
  servedVersionRemoval:
    'Clients that still ask for that version get an error. Serve it until all clients have moved, with "deprecated: true" as a warning.',
  default:
    'Objects without the field would change their meaning. Let the operator '
    + 'decide what an absent field means, or change the default in a new version.',
  description: 'Nothing depends on it. Switch the check off unless you want to review texts.',
  enum:
    'Objects with a value that is no longer allowed could not be updated. Keep '
    + 'taking the old values, and let the operator map them to new ones.',
  maximum: CONSTRAINT,
  maxItems: CONSTRAINT,
  maxLength: CONSTRAINT,
  maxProperties: CONSTRAINT,
  minimum: CONSTRAINT,
  minItems: CONSTRAINT,
  minLength: CONSTRAINT,
  minProperties: CONSTRAINT,
  nullable:
    'Clients that read or write null would get something else. Leave nullable '
    + 'as it is, and let the operator treat null and an absent field alike.',
  oneOf: `Objects that matched exactly one alternative may match none or two. ${NEW_VERSION}`,
  pattern: CONSTRAINT,
  required:
    'Objects without the field could no longer be updated. Keep it optional, '
    + 'with a default in the operator, and require it in a new version.',
  type: `Stored values do not fit the new type. Add a field beside it, or: ${lower(NEW_VERSION)}`,
  unhandled: 'No rule tells whether this is safe. Check it, and waive it for this path if it is safe.',
};

const LIMIT_ADDED =
  'Stored objects that break it can be updated as long as that value, with all that is '
  + 'in it, stays as it is (Kubernetes 1.30 and newer). Check whether there are any.';
const LIMITED: ReadonlySet<CrdCheck> = new Set<CrdCheck>([
  'enum',
  'maximum',
  'maxItems',
  'maxLength',
  'maxProperties',
  'minimum',
  'minItems',
  'minLength',
  'minProperties',
  'oneOf',
  'pattern',
  'unhandled',
]);

/** A sentence. */
export function hintOf(check: CrdCheck, change: CrdChange): string {
  if (change === 'added' && LIMITED.has(check)) return LIMIT_ADDED;
  if (change === 'loosened') return 'Stored objects are as valid as before; clients may meet values that they did not know.';
  if (change === 'covered') return COVERED[check] ?? HINTS[check];
  return HINTS[check];
}

const COVERED: Readonly<Partial<Record<CrdCheck, string>>> = {
  existingFieldRemoval: 'The server keeps unknown fields at this place, so no stored value is lost; the server no longer checks it.',
  required: 'It has a default, which objects without the field get.',
  unhandled: 'It means the same for stored objects. Clients that apply parts of the list or map should be checked.',
};

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
