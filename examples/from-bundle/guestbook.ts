import { join } from 'node:path';
import { ApiObject, JsonPatch } from 'cdk8s';
import { type BundleRevision, Phase, Probe, Revision } from 'cdk8s-boxcutter';
import type { Construct } from 'constructs';

/** What is used of the configuration; `boxcutter import bundle ./bundle` writes the whole type. */
export interface GuestbookConfig {
  readonly watchNamespace?: string;
  readonly deploymentConfig?: { readonly nodeSelector?: Readonly<Record<string, string>> };
}

/** The operator as its vendor ships it, with what this team wants otherwise, and the first guestbook behind it. */
export function guestbook(scope: Construct, config: GuestbookConfig = {}): BundleRevision {
  const revision = Revision.fromBundle<GuestbookConfig>(scope, 'guestbook', {
    bundle: join(__dirname, 'bundle'),
    namespace: 'guestbook',
    config: { watchNamespace: 'guestbook', ...config },
  });
  const { bundle } = revision;
  new ApiObject(revision, 'namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'guestbook' } });

  // Everything in a bundle can be changed, and what is not needed can go.
  const operator = bundle.get('Deployment', 'guestbook-operator');
  operator.addJsonPatch(JsonPatch.replace('/spec/replicas', 2));
  operator.metadata.addLabel('team', 'web');
  bundle.remove('ConfigMap', 'guestbook-dashboard');

  // The guestbook comes when the operator is there to look after it.
  revision.probe(operator, Probe.condition('Available'), Probe.fieldsEqual('status.updatedReplicas', 'status.replicas'));
  const first = new ApiObject(revision, 'first', {
    apiVersion: 'guestbook.example/v1',
    kind: 'Guestbook',
    metadata: { name: 'first' },
    spec: { title: 'What our guests say', moderated: true },
  });
  new Phase(revision, 'guestbooks').add(first);
  return revision;
}
