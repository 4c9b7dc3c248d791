/** A small chart with everything that matters, and ways to change it. */
import { gzipSync } from 'node:zlib';
import { Header } from 'tar';
import { type Bundle, type BundleFiles, bundleFilesOf, readBundle, type ReadResult } from '../../../../lib/bundle';

export type Draft = Readonly<Record<string, string | undefined>>;

const CHART = `apiVersion: v2
name: shop
version: 1.2.3
appVersion: "9"
`;

const VALUES = `# How many.
replicas: 2
password: ""
web: { image: registry.example/web:1, labels: { tier: front } }
`;

const SCHEMA = JSON.stringify({
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  required: ['replicas', 'web'],
  properties: {
    replicas: { type: 'integer', minimum: 1, default: 7 },
    password: { type: 'string', format: 'password', maxLength: 20 },
    web: { type: 'object', required: ['image'], properties: { image: { type: 'string' } } },
  },
});

const WEB = `apiVersion: v1
kind: Secret
metadata: { name: {{ .Release.Name }}-login }
stringData: { password: {{ .Values.password | quote }} }
---
# Only a remark.
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}-web
  labels: { app.kubernetes.io/managed-by: {{ .Release.Service }} }
spec:
  replicas: {{ .Values.replicas }}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: {{ .Values.web.image }} }] }
`;

const FACTS = `apiVersion: v1
kind: ConfigMap
metadata: { name: facts, namespace: {{ .Release.Namespace }}, annotations: { helm.sh/resource-policy: keep } }
data:
  version: "{{ .Capabilities.KubeVersion.Version }}"
  upgrade: "{{ .Release.IsUpgrade }}"
  monitoring: "{{ .Capabilities.APIVersions.Has "monitoring.example/v1" }}"
  labels: {{ .Values.web.labels | toJson | quote }}
`;

/** A definition of shops.<group>. */
export function definition(group = 'example.com'): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: shops.${group} }
spec:
  group: ${group}
  scope: Namespaced
  names: { plural: shops, singular: shop, kind: Shop, listKind: ShopList }
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } } }]
`;
}

/** A hook that runs something, or another object with `kind`. */
export function hook(name: string, events: string, { weight, policy, spec, kind = 'Job' }: { weight?: number; policy?: string; spec?: string; kind?: string } = {}): string {
  const lines = [
    `apiVersion: ${kind === 'Job' ? 'batch/v1' : 'v1'}`,
    `kind: ${kind}`,
    'metadata:',
    `  name: ${name}`,
    '  annotations:',
    `    helm.sh/hook: ${events}`,
    ...(weight === undefined ? [] : [`    helm.sh/hook-weight: "${weight}"`]),
    ...(policy === undefined ? [] : [`    helm.sh/hook-delete-policy: ${policy}`]),
  ];
  const job = `spec: { ${spec === undefined ? '' : `${spec}, `}template: { spec: { restartPolicy: Never, containers: [{ name: run, image: registry.example/run:1 }] } } }`;
  return `${[...lines, ...(kind === 'Job' ? [job] : [])].join('\n')}\n`;
}

/** The files of the sample; undefined takes one out. */
export function chartFiles(changes: Draft = {}, origin = 'charts/shop'): BundleFiles {
  const draft: Draft = {
    'Chart.yaml': CHART,
    'values.yaml': VALUES,
    'values.schema.json': SCHEMA,
    'templates/web.yaml': WEB,
    'templates/facts.yaml': FACTS,
    'templates/NOTES.txt': 'Thank you.',
    'crds/shops.yaml': definition(),
    ...changes,
  };
  return bundleFilesOf(origin, Object.entries(draft).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])));
}

export function readChart(changes: Draft = {}): ReadResult {
  return readBundle(chartFiles(changes));
}

export function chart(changes: Draft = {}): Bundle {
  const { bundle, findings } = readChart(changes);
  if (bundle === undefined) throw new Error(JSON.stringify(findings));
  return bundle;
}

/** Findings as short lines. */
export function lines({ findings }: Pick<ReadResult, 'findings'>): string[] {
  return findings.map(({ severity, code, origin = '', path, message }) => `${severity} ${code} ${origin.replace(/^((?:Chart|requirements)[.\w]*):\d+$/, '$1')}${path === '' ? '' : ` ${path}`}: ${message}`);
}

export const chartYaml = CHART;

/** As `helm package` does it: a gzip archive in which all files are in a folder with the name of the chart. */
export function packed(name: string, files: BundleFiles): Buffer {
  const blocks = files.paths().flatMap((path) => {
    const content = files.read(path) ?? Buffer.alloc(0);
    const header = new Header({ path: `${name}/${path}`, size: content.length, type: 'File', mode: 0o644, mtime: new Date(0) });
    header.encode();
    return [header.block ?? Buffer.alloc(0), content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}
