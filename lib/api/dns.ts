/** The two forms of names that Kubernetes takes from DNS (RFC 1123), as regular expressions that RE2 reads as well. */
export const DNS_LABEL = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$';
export const DNS_SUBDOMAIN = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$';

const LABEL = new RegExp(DNS_LABEL);
const SUBDOMAIN = new RegExp(DNS_SUBDOMAIN);

/** Names of namespaces and phases: up to 63 lower-case letters, digits and hyphens. */
export function isDnsLabel(text: string): boolean {
  return text.length <= 63 && LABEL.test(text);
}

/** Names of most objects: labels separated by dots, up to 253 characters. */
export function isDnsSubdomain(text: string): boolean {
  return text.length <= 253 && SUBDOMAIN.test(text);
}
