import { DNS_SUBDOMAIN } from '../../api/dns';
import { matches, rules, type Schema, string } from '../../api/schema';

/** @param growing name of the field where names may be added, and never removed */
export function crdNames(description: string, growing?: string): Schema {
  const kept = { rule: 'oldSelf.all(name, name in self)', message: `items cannot be removed from ${growing} list` };
  return {
    description, type: 'array', 'x-kubernetes-list-type': 'set', minItems: 1, maxItems: 128,
    items: {
      type: 'string', minLength: 1, maxLength: 253,
      ...rules(
        matches(DNS_SUBDOMAIN, 'CRD names must be a DNS subdomain name.'),
        { rule: "self.split('.').size() > 2", message: "CRD names must contain at least two '.' characters." },
      ),
    },
    ...(growing === undefined ? {} : rules(kept)),
  };
}

const HOST = '(?:[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?|\\[[0-9a-fA-F:]+\\])(?::[0-9]+)?';
const SEGMENT = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';

/** `host[:port]/path@sha256:…`. */
export function imageReference(description: string): Schema {
  return string(description, {
    minLength: 1, maxLength: 447,
    ...rules(
      matches(
        `^${HOST}(?:/${SEGMENT})+@sha256:[0-9a-f]{64}$`,
        'must be a reference of an image with its digest: host[:port]/path@sha256:<64 lower-case hex digits>',
      ),
    ),
  });
}

export function positiveNumber(description: string): Schema {
  return { description, type: 'integer', format: 'int64', minimum: 1 };
}
