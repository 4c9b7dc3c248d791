/** Requests that our own client never makes: to subresources, as kubectl and autoscalers send them. */
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { kubeconfig } from './extension';

interface KubeconfigFile {
  readonly clusters: readonly { readonly cluster: { readonly 'server': string; readonly 'certificate-authority-data': string } }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}

/** Merges a patch into a subresource, like `apis/apps/v1/namespaces/shop/deployments/web/scale`. Rejects with what the server says. */
export async function patchSubresource(path: string, patch: object, fieldManager: string): Promise<void> {
  const { clusters: [{ cluster } = {}], users: [{ user } = {}] } = JSON.parse(readFileSync(kubeconfig, 'utf8')) as KubeconfigFile;
  if (cluster === undefined || user === undefined) throw new Error('no cluster');
  await new Promise<void>((resolve, reject) => {
    const sent = request(`${cluster.server}/${path}?fieldManager=${fieldManager}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json', 'authorization': `Bearer ${user.token}` },
      agent: false,
      ca: Buffer.from(cluster['certificate-authority-data'], 'base64'),
    }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part)).on('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(text));
      });
    });
    sent.on('error', reject).end(JSON.stringify(patch));
  });
}
