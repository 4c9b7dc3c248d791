import { ApiObject } from 'cdk8s';
import { Probe, Revision } from 'cdk8s-boxcutter';
import type { Construct } from 'constructs';

const GROUP = 'backup.example.com';

/** A CRD and a custom resource of it. The resource is checked against the CRD's schema, and applied after it. */
export function backup(scope: Construct): Revision {
  const revision = new Revision(scope, 'backup', { version: '0.4.0', namespace: 'backup' });

  new ApiObject(revision, 'namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'backup' } });

  new ApiObject(revision, 'crd', {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `schedules.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { kind: 'Schedule', listKind: 'ScheduleList', plural: 'schedules', singular: 'schedule' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: {
            openAPIV3Schema: {
              type: 'object',
              required: ['spec'],
              properties: {
                spec: {
                  type: 'object',
                  required: ['cron'],
                  properties: { cron: { type: 'string' }, keep: { type: 'integer', minimum: 1 } },
                },
                status: {
                  'type': 'object',
                  'x-kubernetes-preserve-unknown-fields': true,
                },
              },
            },
          },
        },
      ],
    },
  });

  const nightly = new ApiObject(revision, 'nightly', {
    apiVersion: `${GROUP}/v1`,
    kind: 'Schedule',
    metadata: { name: 'nightly' },
    spec: { cron: '0 3 * * *', keep: 7 },
  });

  // The rollout is complete when the operator says that it has taken up the schedule, and has failed when it refuses it.
  revision.probe(nightly, Probe.condition('Accepted').terminal());
  return revision;
}
