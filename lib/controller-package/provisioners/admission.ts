/** What a Bundle is made of is not deleted before it: unpacked content that is lost could not be had again. */
import type { JsonObject } from '../../api';
import type { ProvisionersPackageConfig } from './config';
import { PROVISIONER_LABELS } from './rbac';

const NAME = 'boxcutter-bundle-configmaps';

export function usedConfigMaps({ controllerNamespace }: ProvisionersPackageConfig): readonly JsonObject[] {
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const uses = "params.spec.source.type == 'configMaps' && has(params.spec.source.configMaps) "
    + '&& params.spec.source.configMaps.exists(one, one.configMap.name == oldObject.metadata.name)';
  return [
    {
      apiVersion, kind: 'ValidatingAdmissionPolicy', metadata: { name: NAME, labels: PROVISIONER_LABELS },
      spec: {
        // Without the definition of Bundle nothing can be asked, and nothing is used.
        failurePolicy: 'Ignore',
        paramKind: { apiVersion: 'core.rukpak.io/v1alpha1', kind: 'Bundle' },
        matchConstraints: {
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': controllerNamespace } },
          resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['DELETE'], resources: ['configmaps'] }],
        },
        validations: [{
          expression: `!(${uses})`, message: 'the configmap is in-use by a bundle',
          messageExpression: "'configmap \"' + oldObject.metadata.name + '\" is in-use by bundle \"' + params.metadata.name + '\"'",
        }],
      },
    },
    {
      apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata: { name: NAME, labels: PROVISIONER_LABELS },
      spec: { policyName: NAME, paramRef: { selector: {}, parameterNotFoundAction: 'Allow' }, validationActions: ['Deny'] },
    },
  ];
}
