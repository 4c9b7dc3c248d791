/** The store of a local control plane, past its API server: to record what an extension left in it, and to put it back as it was. */
import { request } from 'node:http';
import { join } from 'node:path';
import { sockets } from '../../../lib/control-plane/run/components';

/** One object as the API server stores it. */
export interface Entry {
  readonly key: string;
  /** Base64. */
  readonly value: string;
}

export class Etcd {
  /** @param directory of the cluster (`ClusterInfo.directory`) */
  constructor(private readonly directory: string) {}

  /** Everything below a prefix, in the order in which it was created. */
  async entries(prefix: string): Promise<readonly Entry[]> {
    const end = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
    const { kvs = [] } = await this.call('range', {
      key: encoded(prefix),
      range_end: encoded(end),
      sort_target: 'CREATE',
    }) as { kvs?: readonly Entry[] };
    return kvs.map(({ key, value }) => ({ key: Buffer.from(key, 'base64').toString(), value }));
  }

  async put({ key, value }: Entry): Promise<void> {
    await this.call('put', { key: encoded(key), value });
  }

  /** By the JSON form of etcd's API. */
  private call(verb: string, body: object): Promise<unknown> {
    const options = {
      socketPath: join(this.directory, sockets.client),
      path: `/v3/kv/${verb}`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    };
    return new Promise((resolve, reject) => {
      const sent = request(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part)).on('error', reject).on('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`etcd answered ${response.statusCode} to ${verb}: ${text}`));
        });
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });
  }
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64');
}
