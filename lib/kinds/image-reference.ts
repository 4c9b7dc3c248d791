import { matches, type ValidationRule } from '../api/schema';

/**
 * Rules on a reference of a container image, as the OLM API states them. All of them are evaluated, so a bad reference
 * gets every message that applies. What follows the first `:` of a reference without digest counts as its tag.
 */
const DIGEST = "self.find('(@.*:)')";
const IDENTIFIER = "self.find(':.*$')";
const TAGGED = `${DIGEST} == '' && ${IDENTIFIER} != ''`;
const DIGESTED = `${DIGEST} != ''`;

const DOMAIN_PART = '([a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])';
const domain: ValidationRule = matches(
  `^${DOMAIN_PART}((\\.${DOMAIN_PART})+)?(:[0-9]+)?\\b`,
  'must start with a valid domain. valid domains must be alphanumeric characters (lowercase and uppercase) separated by the "." character.',
);
const name: ValidationRule = {
  rule: "self.find('(\\\\/[a-z0-9]+((([._]|__|[-]*)[a-z0-9]+)+)?((\\\\/[a-z0-9]+((([._]|__|[-]*)[a-z0-9]+)+)?)+)?)') != ''",
  message:
    'a valid name is required. valid names must contain lowercase alphanumeric characters separated only by the ".", "_", "__", "-" ' +
      'characters.',
};
const digestRules: readonly ValidationRule[] = [
  {
    rule: `!(${DIGESTED}) || ${DIGEST}.matches('(@[A-Za-z][A-Za-z0-9]*([-_+.][A-Za-z][A-Za-z0-9]*)*[:])')`,
    message:
      'digest algorithm is not valid. valid algorithms must start with an uppercase or lowercase alpha character followed by ' +
      'alphanumeric characters and may contain the "-", "_", "+", and "." characters.',
  },
  {
    rule: `!(${DIGESTED}) || ${IDENTIFIER}.substring(1).size() >= 32`,
    message: 'digest is not valid. the encoded string must be at least 32 characters',
  },
  {
    rule: `!(${DIGESTED}) || ${IDENTIFIER}.matches(':[0-9A-Fa-f]*$')`,
    message: 'digest is not valid. the encoded string must only contain hex characters (A-F, a-f, 0-9)',
  },
];

/** For a reference with a tag or a digest. */
export const taggedOrDigested: readonly ValidationRule[] = [
  domain,
  name,
  { rule: `${DIGESTED} || ${IDENTIFIER} != ''`, message: 'must end with a digest or a tag' },
  {
    rule: `!(${TAGGED}) || ${IDENTIFIER}.substring(1).size() <= 127`,
    message: 'tag is invalid. the tag must not be more than 127 characters',
  },
  {
    rule: `!(${TAGGED}) || ${IDENTIFIER}.matches(':[\\\\w][\\\\w.-]*$')`,
    message:
      'tag is invalid. valid tags must begin with a word character (alphanumeric + "_") followed by word characters or ".", and "-" ' +
        'characters',
  },
  ...digestRules,
];

/** For a reference that must have a digest. */
export const digested: readonly ValidationRule[] = [domain, name, { rule: DIGESTED, message: 'must end with a digest' }, ...digestRules];

/** On the object that holds `ref` and `pollIntervalMinutes`: what a digest names never changes, so polling it makes no sense. */
export const noPollingOfDigests: ValidationRule = {
  rule: "self.ref.find('(@.*:)') == '' || !has(self.pollIntervalMinutes)",
  message: 'cannot specify pollIntervalMinutes while using digest-based image',
};
