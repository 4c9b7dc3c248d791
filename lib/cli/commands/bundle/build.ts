import { PLATFORM_TYPES } from '../../../capi/produce/description';
import { BUILD_FORMATS, CAPI_FORMAT, PACKAGE_FORMAT, PLAIN_FORMAT } from '../../../formats/detect/known-formats';
import { words, type ArgumentsOf } from '../command';
import { output, source } from '../options';

const from = 'From a revision or plain objects:';
const ofProvider = 'From the release of a Cluster API provider:';
const to = 'Where it goes:';

export const buildWords = words({
  name: 'build',
  describe: 'Make a bundle from a package, a revision or plain objects: a folder, an image, or an image in a registry',
  positionals: {
    path: {
      type: 'string',
      describe: 'Output of cdk8s synth, plain objects, a bundle to make an image of, or a project; otherwise the project in this directory',
    },
  },
  options: {
    'app': { type: 'string', alias: 'a', describe: 'Command that runs the app; otherwise that of cdk8s.yaml' },
    'name': { type: 'string', describe: 'If there are several bundles or revisions, the one with this name' },
    'format': {
      type: 'string',
      choices: BUILD_FORMATS,
      describe: 'Format of the bundle; if the app declares several bundles, the one in this format',
    },
    'package': { type: 'string', describe: 'Name of the package', group: from },
    'package-version': { type: 'string', describe: 'Its version, a semantic version', group: from },
    'namespace': { type: 'string', alias: 'n', describe: 'Namespace to install into; otherwise that of its objects', group: from },
    'channels': { type: 'string', describe: 'Channels that publish it, separated by commas; otherwise stable', group: from },
    'default-channel': {
      type: 'string', describe: 'Channel that lists show for the package, and that OLM v0 follows if none is named', group: from,
    },
    'kubernetes-version': { ...source['kubernetes-version'], group: from },
    'provider': {
      type: 'string', array: true, group: ofProvider,
      describe: 'File with the YAML of its release, for the Cluster API operator; once or more often. It takes --package, '
        + '--package-version and --namespace, too',
    },
    'provider-type': {
      type: 'string', choices: ['core', 'infrastructure', 'bootstrap', 'control-plane', 'ipam', 'addon', 'runtime-extension'],
      describe: 'What kind of provider it is', group: ofProvider,
    },
    'platform': {
      type: 'string', choices: PLATFORM_TYPES, describe: 'Platform that it is for; otherwise it is installed on all', group: ofProvider,
    },
    'self-image': {
      type: 'string', describe: 'Image in the YAML that the operator replaces by the one that holds the manifests', group: ofProvider,
    },
    'profile': {
      type: 'string', group: ofProvider,
      describe: 'Write /capi-operator-manifests/PROFILE, which the operator of OpenShift reads, too; otherwise /capi-manifests',
    },
    'install-order': {
      type: 'number', group: ofProvider,
      describe: 'With --profile: order among components; otherwise 10 for core, 20 for infrastructure, 30 for others',
    },
    'certificates': {
      type: 'string', choices: ['cert-manager', 'service-ca'], group: ofProvider,
      describe: 'Who issues certificates of its webhooks; service-ca: OpenShift, and objects of cert-manager are left out',
    },
    'output-directory': {
      type: 'string',
      describe: 'Folder: new, or with a bundle to replace; without any of these options: bundle',
      group: to,
    },
    'layout': { type: 'string', describe: 'OCI image layout to create or add to: DIR or DIR:TAG', group: to },
    'archive': { type: 'string', describe: 'Image as one file', group: to },
    'push': { type: 'string', describe: 'Image in a registry: registry/name:tag', group: to },
    ...output,
  },
  examples: [
    ['$0 bundle build', 'Runs the app, and writes the bundle that it declares to ./bundle'],
    ['$0 bundle build --name shop-olm --push registry.example/shop-bundle:v1.2.0', 'As an image'],
    [`$0 bundle build ./manifests --format ${PLAIN_FORMAT} --package shop --package-version 1.2.0`, 'From plain objects'],
    [`$0 bundle build . --format ${PACKAGE_FORMAT}`, 'The package of a project with its code, so that users can configure it'],
    [
      `$0 bundle build --format ${CAPI_FORMAT} --provider aws.yaml --package capa --package-version v2.10.0 --provider-type infrastructure`,
      'The manifest folder for the image of a Cluster API provider',
    ],
    ['$0 bundle build ./bundle --archive shop.tar', 'The image of an existing bundle'],
  ],
});

export type BundleBuildArgs = ArgumentsOf<typeof buildWords>;
