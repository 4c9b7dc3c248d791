import { ApiObject } from 'cdk8s';
import { Revision } from 'cdk8s-boxcutter';
import type { Construct } from 'constructs';

/** A Deployment that begins with two replicas, and an autoscaler that decides how many there are from then on. */
export function shop(scope: Construct, image = 'example.com/shop:1.0.0'): Revision {
  const revision = new Revision(scope, 'shop', { version: '1.0.0', namespace: 'shop' });
  new ApiObject(revision, 'namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });

  const labels = { app: 'shop' };
  const web = new ApiObject(revision, 'web', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'web', image, resources: { requests: { cpu: '100m' } } }] },
      },
    },
  });

  new ApiObject(revision, 'autoscaler', {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'web' },
    spec: {
      scaleTargetRef: { apiVersion: web.apiVersion, kind: web.kind, name: web.name },
      minReplicas: 2,
      maxReplicas: 10,
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } }],
    },
  });

  // Without this, every run and every keeper would set the number back to 2.
  revision.ignore(web, '/spec/replicas');
  return revision;
}
