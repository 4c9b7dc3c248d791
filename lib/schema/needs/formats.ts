/** Syntax of texts, as the validation of the API server has it. Where in doubt, a text passes. */
import { isIP } from 'node:net';
import { isDnsLabel, isDnsSubdomain } from '../../api';
import { brokenKeyPart, isLabelValue } from '../names';
import type { TextFormat } from './text-format';

const dns1035 = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

export const formats: Readonly<Record<TextFormat, (text: string) => boolean>> = {
  'dns-label': isDnsLabel,
  'dns-1035-label': (text) => dns1035.test(text),
  'kind-name': (text) => dns1035.test(text.toLowerCase()),
  'dns-subdomain': isDnsSubdomain,
  'port-name': (text) => text.length <= 15 && /^[-a-z0-9]+$/.test(text) && /[a-z]/.test(text) && !/--|^-|-$/.test(text),
  'label-key': (text) => brokenKeyPart(text) === undefined,
  'label-value': isLabelValue,
  'data-key': (text) => text.length <= 253 && /^[-._a-zA-Z0-9]+$/.test(text) && text !== '.' && !text.startsWith('..'),
  'ip': (text) => isIP(text) !== 0 || /^[\d.]+$/.test(text),
  'cidr': (text) => /^[\da-fA-F:.]+\/\d{1,3}$/.test(text.trim()),
  'cron': (text) => /^(TZ=|CRON_TZ=|@)/.test(text) || text.trim().split(/\s+/).length === 5,
  'percent': (text) => /^[0-9]+%$/.test(text),
  'absolute-path': (text) => text.startsWith('/'),
  'https-url': (text) => /^https:\/\//i.test(text),
  'webhook-name': (text) => isDnsSubdomain(text) && text.split('.').length >= 3,
};
