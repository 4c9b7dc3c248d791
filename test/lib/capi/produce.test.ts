/** From the YAML of a provider's release, or from objects, to the folder that the operator reads: and what its reader makes of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../lib/api';
import { componentContentId, LABEL_MANAGED_BY, profilesOf, renderComponent, type Profile } from '../../../lib/capi';
import {
  manifestsOfObjects, manifestsOfRelease, providerFiles, type ProviderDescription, type ReleaseOptions,
} from '../../../lib/capi/produce';
import { bundleFilesOf } from '../../../lib/formats';
import { CAPI_FOLDER, describeReal, realImageFiles } from './real';

const AWS: ProviderDescription = { name: 'cluster-api-provider-aws', type: 'infrastructure', version: 'v2.10.0', platform: 'AWS' };

const RELEASE = `# of a release
apiVersion: v1
kind: Namespace
metadata: {name: capa-system}
---
apiVersion: v1
kind: Secret
metadata: {name: credentials, namespace: capa-system}
data: {credentials: "\${AWS_B64ENCODED_CREDENTIALS}"}
---
apiVersion: cert-manager.io/v1
kind: Certificate
metadata: {name: serving, namespace: capa-system}
spec:
  dnsNames:
  - webhooks.capa-system.svc
  - webhooks.capa-system.svc.cluster.local
  secretName: serving-cert
---
apiVersion: v1
kind: Service
metadata:
  # stays
  name: webhooks
  namespace: capa-system
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: manager
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: reader, namespace: kube-system}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects:
- {kind: ServiceAccount, name: manager, namespace: capa-system}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: webhooks
  annotations:
    cert-manager.io/inject-ca-from: capa-system/serving
webhooks:
- name: a.example.io
  clientConfig: {service: {name: webhooks, namespace: capa-system}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: manager, namespace: capa-system}
spec:
  replicas: \${REPLICAS:=2}
  template:
    spec:
      containers:
      - args:
        - "--v=\${LEVEL:=0}"
        - --role=\${ROLE:=""}
        image: registry.k8s.io/capa:v2.10.0
---
# nothing
`;

function back(description: ProviderDescription, manifests: string): { readonly profile?: string | undefined; readonly content: Profile } {
  const { files } = providerFiles(description, manifests);
  const copy = bundleFilesOf('registry.test/aws@sha256:1', files.paths().map((path) => [path, files.read(path) ?? ''] as const));
  const [found, ...more] = profilesOf(copy);
  expect(more).toEqual([]);
  return found!;
}

function objectsOf(content: Profile, image?: string): readonly JsonObject[] {
  const { objects } = renderComponent({ profile: content, source: { image: 'a' }, image }, []);
  return objects.map((object) => {
    const { labels: { [LABEL_MANAGED_BY]: component, ...labels } = {}, ...metadata } = object.metadata;
    expect(component).toBe(content.name);
    return { ...object, metadata: Object.keys(labels).length === 0 ? metadata : { ...metadata, labels } } as unknown as JsonObject;
  });
}

describe('of a release', () => {
  const release = (options: ReleaseOptions = {}) => manifestsOfRelease([{ origin: 'components.yaml', text: RELEASE }], options);
  const objects = (options: ReleaseOptions = {}): Record<string, JsonObject> => (
    Object.fromEntries(objectsOf(back(AWS, release(options).manifests).content).map((object) => [String(object['kind']), object]))
  );

  test('in the layout of the design, and as a profile: read back, it says the same of itself', () => {
    const { manifests } = release();
    const said = { name: AWS.name, type: 'infrastructure', version: 'v2.10.0', platform: 'AWS', installOrder: 20, manifests };
    expect(back(AWS, manifests)).toEqual({ content: said });
    const image = 'registry.k8s.io/capa:v2.10.0';
    expect(back({ ...AWS, profile: 'default', installOrder: 25, image }, manifests)).toEqual({
      profile: 'default', content: { ...said, installOrder: 25, placeholder: { text: image, times: 'all' } },
    });
  });

  test('its text stays as it is, variables and comments among it; Secrets are left out', () => {
    const { manifests, notes } = release();
    const secret = RELEASE.slice(RELEASE.indexOf('apiVersion: v1\nkind: Secret'), RELEASE.indexOf('apiVersion: cert-manager'));
    expect(manifests).toBe(RELEASE.replace(secret, '').replace('---\n# nothing\n', ''));
    expect(notes).toEqual(['1 object left out (Secret credentials): everybody who can pull an image can read it; users make it.']);
  });

  test('variables get their values when it is installed, with the types that they have', () => {
    const deployment = objects()['Deployment'] as unknown as { readonly spec: { readonly replicas: number; readonly template: { readonly spec: { readonly containers: readonly object[] } } } };
    expect(deployment.spec.replicas).toBe(2);
    expect(deployment.spec.template.spec.containers[0]).toMatchObject({ args: ['--v=0', '--role=""'] });
  });

  test('in another namespace: its objects, and what names them; namespaces of others stay', () => {
    const found = objects({ namespace: 'providers' });
    expect(Object.keys(found)).not.toContain('Namespace');
    expect(found['ServiceAccount']).toMatchObject({ metadata: { name: 'manager', namespace: 'providers' } });
    expect(found['Service']).toMatchObject({ metadata: { namespace: 'providers' } });
    expect(found['RoleBinding']).toMatchObject({ metadata: { namespace: 'kube-system' }, subjects: [{ namespace: 'providers' }] });
    expect(found['ValidatingWebhookConfiguration']).toMatchObject({
      metadata: { annotations: { 'cert-manager.io/inject-ca-from': 'providers/serving' } }, webhooks: [{ clientConfig: { service: { namespace: 'providers' } } }],
    });
    expect(found['Certificate']).toMatchObject({ spec: { dnsNames: ['webhooks.providers.svc', 'webhooks.providers.svc.cluster.local'] } });
    expect(found['Deployment']).toMatchObject({ metadata: { namespace: 'providers' }, spec: { replicas: 2 } });
    expect(JSON.stringify(found)).not.toContain('capa-system');
  });

  test('with the service CA: no objects of cert-manager, and annotations for it in their place', () => {
    const { notes } = release({ certificates: 'service-ca' });
    expect(notes).toContain('1 object left out (Certificate serving): the service CA issues the certificates.');
    for (const namespace of [undefined, 'providers']) {
      const found = objects({ certificates: 'service-ca', ...(namespace === undefined ? {} : { namespace }) });
      expect(Object.keys(found)).not.toContain('Certificate');
      expect(found['Service']?.['metadata']).toMatchObject({ annotations: { 'service.beta.openshift.io/serving-cert-secret-name': 'serving-cert' } });
      expect((found['ValidatingWebhookConfiguration']?.['metadata'] as JsonObject)['annotations']).toEqual({ 'service.beta.openshift.io/inject-cabundle': 'true' });
    }
  });

  test.each<[what: string, act: () => unknown, message: RegExp]>([
    ['an image that does not stand in it', () => providerFiles({ ...AWS, image: 'registry.test/other' }, release().manifests), /the image registry.test\/other does not stand in its manifests/],
    ['a name that no label can have', () => providerFiles({ ...AWS, name: 'aws/capa' }, release().manifests), /the name of a provider has letters/],
    ['an order without a profile', () => providerFiles({ ...AWS, installOrder: 3 }, release().manifests), /only a profile has an order/],
    ['a profile with a strange name', () => providerFiles({ ...AWS, profile: 'a b' }, release().manifests), /a profile has letters/],
    ['a release without objects', () => providerFiles(AWS, manifestsOfRelease([{ origin: 'a', text: '# nothing\n' }]).manifests), /its manifests have no object/],
    ['a document that is no object', () => manifestsOfRelease([{ origin: 'a.yaml', text: 'a: b\n' }]), /a.yaml, document 1: it lacks apiVersion/],
    ['one that is no YAML before substitution', () => manifestsOfRelease([{ origin: 'a.yaml', text: 'a: [${B:={}}]\n' }]), /a.yaml, document 1: it is no YAML before its variables are replaced/],
    ['a key twice', () => manifestsOfRelease([{ origin: 'a.yaml', text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nkind: Secret\n' }]), /a.yaml, document 1: /],
    ['a variable that is none', () => providerFiles(AWS, manifestsOfRelease([{ origin: 'a.yaml', text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "a${b.c}"}\n' }]).manifests), /bad substitution/],
  ])('%s is an error', (_what, act, message) => {
    expect(act).toThrow(message);
  });
});

describe('of objects', () => {
  const configMap = (data: JsonObject): JsonObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'b' }, data });

  test('the operator installs what was written, whatever it would take for a variable', () => {
    const strange = configMap({ a: '${X}', b: '$$', c: '$${X:=1}', d: '$X $(Y) $', e: '#!/bin/sh\necho "${HOME}" $$ | sed s/$//\n', f: '$$$', g: '${', h: '---\n${A}' });
    const { content } = back(AWS, manifestsOfObjects('aws', [strange, configMap({ x: 'y' })]));
    expect(objectsOf(content)).toEqual([strange, configMap({ x: 'y' })]);
  });

  test('a variable that is named stays one', () => {
    const text = manifestsOfObjects('aws', [configMap({ a: '--tls-min-version=${TLS_MIN_VERSION} ${OTHER}' })], { variables: ['TLS_MIN_VERSION'] });
    const { objects } = renderComponent({ profile: back(AWS, text).content, source: { image: 'a' }, image: undefined }, [{ key: 'TLS_MIN_VERSION', value: 'VersionTLS12' }]);
    expect(objects[0]?.['data']).toEqual({ a: '--tls-min-version=VersionTLS12 ${OTHER}' });
  });
});

describeReal('providers of OpenShift, built again of their own manifests', () => {
  const IMAGES = [['core', '4.22'], ['core', '5.0'], ['aws', '4.22'], ['aws', '5.0'], ['gcp', '5.0'], ['metal3', '5.0'], ['vsphere', '5.0']] as const;

  test.each(IMAGES)('%s %s: the content id is that of the original, in both layouts', (provider, version) => {
    const [original] = profilesOf(bundleFilesOf('o', Object.entries(realImageFiles(provider, version))));
    const { name, type = '', version: said = 'v1', platform, installOrder, placeholder } = original!.content;
    const text = readFileSync(join(CAPI_FOLDER, provider, `image-${version}`, 'default', 'manifests.yaml'), 'utf8');
    const description = {
      name, type, version: said, ...(placeholder === undefined ? {} : { image: placeholder.text }), ...(platform === '' ? {} : { platform: platform as 'AWS' }),
    };
    const idOf = (content: Profile): string => componentContentId(renderComponent({ profile: content, source: { image: 'a' }, image: 'registry.test/x' }, []).objects);
    const { manifests, notes } = manifestsOfRelease([{ origin: 'manifests.yaml', text }]);
    expect(notes).toEqual([]);
    const profile = back({ ...description, profile: 'default', installOrder }, manifests);
    const design = back(description, manifests);
    const wanted = idOf(original!.content);
    expect([idOf(profile.content), idOf(design.content)]).toEqual([wanted, wanted]);
    expect({ ...profile.content, manifests: '' }).toEqual({ ...original!.content, type, version: said, manifests: '' });
  });

  test('in another namespace nothing else changes', () => {
    const { content } = profilesOf(bundleFilesOf('o', Object.entries(realImageFiles('aws', '5.0'))))[0]!;
    const moved = manifestsOfRelease([{ origin: 'm', text: content.manifests }], { namespace: 'elsewhere' }).manifests;
    const plain = (all: readonly JsonObject[]): string => JSON.stringify(all);
    const there = objectsOf({ ...content, manifests: moved });
    expect(plain(there)).not.toMatch(/"namespace":"openshift-cluster-api"/);
    expect(plain(there).replaceAll('"namespace":"elsewhere"', '"namespace":"openshift-cluster-api"')).toBe(plain(objectsOf(content)));
  });
});
