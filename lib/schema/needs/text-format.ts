/** Syntax of a text that the server checks and the schema does not say. */
export type TextFormat =
  | 'dns-label' | 'dns-1035-label' | 'dns-subdomain' | 'port-name' | 'label-key' | 'label-value' | 'data-key' | 'ip' | 'cidr' | 'cron'
  | 'percent' | 'absolute-path' | 'https-url' | 'webhook-name' | 'kind-name';
