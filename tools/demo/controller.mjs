/**
 * `npm run demo:controller`: the way in a cluster, on a control plane of its own: a typed package in a catalog, installed, upgraded,
 * repaired and taken down by the controllers, with kubectl and YAML alone. Needs nothing before it but Go, which builds kubectl and a
 * registry once.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as goTools from '../go-tools.mjs';
import { root } from '../setup.mjs';
import { Stage } from './stage.mjs';

const catalogYaml = (ref) => `apiVersion: olm.operatorframework.io/v1
kind: ClusterCatalog
metadata: { name: team }
spec: { source: { type: Image, image: { ref: "${ref}" } } }
`;
const extensionYaml = `apiVersion: olm.operatorframework.io/v1
kind: ClusterExtension
metadata: { name: greeter }
spec:
  namespace: greeter-system
  source: { sourceType: Catalog, catalog: { packageName: greeter, version: "1.x" } }
  config: { configType: Inline, inline: { replicas: 3 } }
`;

const deploymentYaml = (ref) => `apiVersion: core.rukpak.io/v1alpha1
kind: BundleDeployment
metadata: { name: plain }
spec:
  provisionerClassName: core-rukpak-io-plain
  installNamespace: plain-system
  template:
    metadata: { labels: { app: plain } }
    spec:
      provisionerClassName: core-rukpak-io-plain
      source: { type: image, image: { ref: "${ref}" } }
`;
const providerYaml = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: clusters.cluster.example.com }
spec:
  group: cluster.example.com
  scope: Namespaced
  names: { kind: Cluster, plural: clusters, singular: cluster }
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }]
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: manager, namespace: openshift-cluster-api }
spec:
  selector: { matchLabels: { app: manager } }
  template:
    metadata: { labels: { app: manager } }
    spec:
      containers: [{ name: manager, image: "registry.example/manager:v1", args: ["--v=\${VERBOSITY:=2}"] }]
`;
const controllerYaml = `enable: [cluster-api, provisioners]
clusterApi: { release: 1.11.0, platform: None }
`;
const clusterApiYaml = `apiVersion: operator.openshift.io/v1alpha1
kind: ClusterAPI
metadata: { name: cluster }
spec: {}
`;

const stage = new Stage('demo-controller', join(root, 'examples', 'typed-package'));
await stage.perform(play, { last: 'How to run the controllers: docs/controllers.md' });

async function play() {
  const { work } = stage;
  const { kubectl, registry } = await goTools.provideGoTools({ kubectl: goTools.kubectl, registry: goTools.registry });
  stage.provide('kubectl', kubectl.path);
  const [, port] = await stage.background(registry.path, ['-port', '0'], /serving on port (\d+)/);
  const host = `127.0.0.1:${port}`;
  writeFileSync(join(work, 'registries.yaml'), JSON.stringify({ registries: { [host]: { plainHttp: true } } }));
  writeFileSync(join(work, 'extension.yaml'), extensionYaml);
  writeFileSync(join(work, 'team.yaml'), catalogYaml(`${host}/catalog:v1`));
  writeFileSync(join(work, 'controller.yaml'), controllerYaml);
  Object.assign(stage.environment, { BOXCUTTER_REGISTRIES: join(work, 'registries.yaml'), REGISTRY: host });

  const publish = (version) => `VERSION=${version} boxcutter bundle build . --format package+v1 --push $REGISTRY/greeter:v${version}`;
  const first = stage.run(publish('1.0.0'), { held: true });
  await stage.startCluster();
  await stage.step('A package in TypeScript goes into a registry, as it is', publish('1.0.0'), { begun: first, says: /Pushed/ });
  const inWork = { cwd: work };
  const init = 'mkdir catalog && boxcutter catalog init greeter -c stable > catalog/package.yaml';
  await stage.step('A catalog says which versions there are', init, inWork);
  await stage.step(undefined, 'boxcutter catalog add catalog $REGISTRY/greeter:v1.0.0 -c stable', inWork);
  await stage.step(undefined, 'boxcutter catalog push catalog $REGISTRY/catalog:v1', { ...inWork, says: /Pushed/ });
  const second = stage.run(publish('1.1.0'), { held: true });

  await stage.step('The kinds of the controllers, and a place for the package', 'kubectl apply --server-side -f crds', {
    cwd: join(root, 'imports'),
  });
  const namespaces = 'olmv1-system greeter-system plain-system openshift-cluster-api openshift-cluster-api-operator';
  await stage.step(undefined, `for name in ${namespaces}; do kubectl create namespace $name; done`);
  const run = ['controller', 'run', '--config', 'controller.yaml', '--no-leader-election', '--catalogs-directory', join(work, 'cache')];
  await stage.background('boxcutter', run, /"reconciling"/);
  await stage.step('The controllers run (boxcutter controller); a catalog for them', 'kubectl apply -f team.yaml', inWork);
  await stage.step(undefined, 'kubectl wait clustercatalog/team --for=condition=Serving --timeout=30s', { says: /condition met/ });
  await stage.step('And the wish for a package, with its configuration', 'kubectl apply -f extension.yaml', inWork);
  await stage.step(undefined, 'kubectl wait clusterextension/greeter --for=condition=Installed --timeout=60s', { says: /condition met/ });
  await stage.step(undefined, 'kubectl get clusterextension,clusterextensionrevision', {
    says: /greeter\S* +greeter\.v1\.0\.0 +1\.0\.0 +True/,
  });

  await stage.step('Somebody deletes what the package brought: it comes back', 'kubectl -n greeter-system delete service --all');
  await stage.step(undefined, 'kubectl -n greeter-system wait service --all --for=create --timeout=20s');

  await stage.step('A newer version is published', publish('1.1.0'), { begun: second, says: /Pushed/ });
  await stage.step(undefined, 'boxcutter catalog add catalog $REGISTRY/greeter:v1.1.0 -c stable', inWork);
  await stage.step(undefined, 'boxcutter catalog push catalog $REGISTRY/catalog:v2', { ...inWork, says: /Pushed/ });
  const patch = `'{"spec":{"source":{"image":{"ref":"${host}/catalog:v2"}}}}'`;
  const follow = `kubectl patch clustercatalog team --type=merge -p ${patch}`;
  await stage.step('The catalog of the cluster follows, and with it the extension', follow);
  const upgraded = "kubectl wait clusterextension/greeter --for=jsonpath='{.status.install.bundle.version}'=1.1.0 --timeout=60s";
  await stage.step(undefined, upgraded, { says: /condition met/ });
  await stage.step(undefined, 'kubectl get clusterextensionrevision', { says: /greeter-1 +1 +Archived[^]*greeter-2 +2 +Active +True/ });

  await stage.step('A configuration that the package does not know is refused, and says why',
    `kubectl patch clusterextension greeter --type=merge -p '{"spec":{"config":{"inline":{"replicas":"many"}}}}'`);
  const progressing = '.status.conditions[?(@.type=="Progressing")]';
  const refused = `kubectl wait clusterextension/greeter --for=jsonpath='{${progressing}.reason}'=InvalidConfiguration --timeout=20s`;
  await stage.step(undefined, refused, { says: /condition met/ });
  await stage.step(undefined, `kubectl get clusterextension greeter -o jsonpath='{${progressing}.message}{"\\n"}'`, {
    says: /invalid bundle configuration/,
  });

  await stage.step('Deleted: everything goes, in reverse order', 'kubectl delete clusterextension greeter --timeout=60s', {
    says: /deleted/,
  });
  await stage.step(undefined, 'kubectl -n greeter-system get deployments,services', { says: /No resources found/ });

  await provisioner(host);
  await clusterApi();
}

/** A bundle of plain YAML, without a catalog, and its next version. */
async function provisioner(host) {
  const { work } = stage;
  const inWork = { cwd: work };
  const version = async (name, text, title) => {
    mkdirSync(join(work, name));
    const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'plain-system' }, data: { text } };
    writeFileSync(join(work, name, 'settings.json'), JSON.stringify(settings));
    writeFileSync(join(work, `${name}.yaml`), deploymentYaml(`${host}/plain:${name}`));
    const flags = `--format plain+v0 --package plain --package-version ${name.slice(1)}`;
    await stage.step(title, `boxcutter bundle build ${name} ${flags} --push $REGISTRY/plain:${name}`, { ...inWork, says: /Pushed/ });
    await stage.step(undefined, `kubectl apply -f ${name}.yaml`, inWork);
  };
  await version('v1.0.0', 'first', 'A provisioner installs a bundle of plain YAML, without a catalog (--enable provisioners)');
  await stage.step(undefined, 'kubectl wait bundledeployment/plain --for=condition=Installed --timeout=30s', { says: /condition met/ });
  await version('v1.1.0', 'second', 'Its next version: the deployment pivots to another Bundle');
  const text = "kubectl -n plain-system wait configmap/settings --for=jsonpath='{.data.text}'=second --timeout=30s";
  await stage.step(undefined, text, { says: /condition met/ });
  await stage.step(undefined, 'kubectl get bundledeployments,bundles');
  await stage.step(undefined, 'kubectl delete bundledeployment plain --timeout=30s', { says: /deleted/ });
}

/** A provider of Cluster API, from the YAML that it releases. */
async function clusterApi() {
  const { work } = stage;
  const inWork = { cwd: work };
  writeFileSync(join(work, 'provider.yaml'), providerYaml);
  writeFileSync(join(work, 'clusterapi.yaml'), clusterApiYaml);
  const flags = '--format capi --provider provider.yaml --package cluster-api --package-version 1.11.0 --provider-type core';
  await stage.step('The Cluster API operator: what a provider releases becomes an image (--enable cluster-api)',
    `boxcutter bundle build ${flags} --push $REGISTRY/cluster-api:v1`, { ...inWork, says: /Pushed/ });
  await stage.step('The images of a release, and the wish for them', 'kubectl -n openshift-cluster-api-operator create configmap '
    + 'capi-installer-images --from-literal=cluster-capi-controllers=$REGISTRY/cluster-api:v1');
  await stage.step(undefined, 'kubectl apply -f clusterapi.yaml', inWork);
  await stage.step(undefined, "kubectl wait clusterapi/cluster --for=jsonpath='{.status.currentVersion}'=1.11.0-1 --timeout=30s", {
    says: /condition met/,
  });
  await stage.step(undefined, 'kubectl get clusterapi/cluster crd/clusters.cluster.example.com');
  await stage.step(undefined, 'kubectl delete clusterapi cluster --timeout=30s', { says: /deleted/ });
}
