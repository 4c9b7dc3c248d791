/** What a text of each format looks like: the hint of `bad-format`. */
import type { TextFormat } from './text-format';

export const formatRules: Readonly<Record<TextFormat, string>> = {
  'dns-label': 'Use lower-case letters, digits and "-"; begin and end with a letter or digit; at most 63 characters.',
  'dns-1035-label': 'Use lower-case letters, digits and "-"; begin with a letter and end with a letter or digit; at most 63 characters.',
  'kind-name': 'Use letters, digits and "-"; begin with a letter and end with a letter or digit; at most 63 characters.',
  'dns-subdomain': 'Use lower-case letters, digits, "-" and "."; begin and end with a letter or digit; at most 253 characters.',
  'port-name': 'Give a number, or a name of at most 15 lower-case letters, digits and "-", with at least one letter.',
  'label-key': 'Write it like a label: name or example.com/name.',
  'label-value': 'A label value has at most 63 letters, digits, "-", "_" and ".", and begins and ends with a letter or digit.',
  'data-key': 'A key has at most 253 letters, digits, "-", "_" and "."; it is not "." and does not begin with "..".',
  'ip': 'Write an IP address, like 10.9.8.7 or 2001:db8::1.',
  'cidr': 'Write a range of addresses, like 10.0.0.0/8.',
  'cron': 'Write five fields, like "*/5 * * * *", or @daily.',
  'percent': 'Give a whole number, or a percentage like 25%.',
  'absolute-path': 'Begin it with "/".',
  'https-url': 'Begin it with https://.',
  'webhook-name': 'Write a domain name of at least three parts, like check.example.com.',
};
