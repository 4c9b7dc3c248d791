/** Real git repositories for tests: on this machine, and behind git's own HTTP server on loopback, which may ask for a password. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';

export class TestRepository {
  private constructor(readonly folder: string) {}

  static create(folder: string): TestRepository {
    mkdirSync(folder, { recursive: true });
    const repository = new TestRepository(folder);
    repository.git('init', '--quiet', '--initial-branch', 'main', '.');
    return repository;
  }

  get url(): string {
    return `file://${this.folder}`;
  }

  /** Writes files and commits everything. @returns the commit */
  commit(files: Readonly<Record<string, string>>, removed: readonly string[] = []): string {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), text);
    }
    if (removed.length > 0) this.git('rm', '-r', '--quiet', ...removed);
    this.git('add', '--all', '.');
    this.git('commit', '--quiet', '--allow-empty', '-m', 'change');
    return this.git('rev-parse', 'HEAD');
  }

  /** Writes an object as it is, whatever git would say of it. @returns its id */
  write(type: 'blob' | 'tree' | 'commit', content: Buffer): string {
    return execFileSync('git', ['hash-object', '-t', type, '-w', '--literally', '--stdin'], {
      cwd: this.folder, input: content, encoding: 'utf8',
    }).trim();
  }

  git(...args: readonly string[]): string {
    const settings = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'protocol.file.allow=always'];
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    return execFileSync('git', [...settings, ...args], { cwd: this.folder, encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  }
}

export interface GitServer {
  /** Address of a repository below the root. */
  url(path: string): string;
  /** Requests so far, with what they said of themselves. */
  readonly requests: readonly { readonly url: string; readonly authorization?: string }[];
  close(): Promise<void>;
}

/**
 * @param password of the user `user`; without one, everybody may read
 * @param tls its key and certificate (PEM); without them it speaks HTTP
 */
export async function startGitServer(root: string, password?: string, tls?: { readonly key: string; readonly cert: string }): Promise<GitServer> {
  const backend = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend');
  const requests: { url: string; authorization?: string }[] = [];
  const expected = password === undefined ? undefined : `Basic ${Buffer.from(`user:${password}`).toString('base64')}`;
  const answer: RequestListener = (request, response) => {
    const { url = '', method = 'GET', headers: { authorization, 'content-type': type = '', 'git-protocol': protocol = '' } } = request;
    requests.push({ url, ...(authorization === undefined ? {} : { authorization }) });
    if (expected !== undefined && authorization !== expected) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      return;
    }
    const [path = '', query = ''] = url.split('?');
    const child = spawn(backend, [], {
      env: {
        PATH: process.env['PATH'], GIT_PROJECT_ROOT: root, GIT_HTTP_EXPORT_ALL: '1', PATH_INFO: path, QUERY_STRING: query, REQUEST_METHOD: method,
        CONTENT_TYPE: type, GIT_PROTOCOL: String(protocol), GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*',
      },
    });
    request.pipe(child.stdin);
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('close', () => {
      const all = Buffer.concat(output);
      const end = all.indexOf('\r\n\r\n');
      const lines = all.subarray(0, Math.max(0, end)).toString('latin1').split('\r\n').map((line) => line.split(': ') as [string, string]);
      const status = Number(lines.find(([name]) => name === 'Status')?.[1].split(' ')[0] ?? 200);
      response.writeHead(status, Object.fromEntries(lines.filter(([name]) => name !== 'Status')));
      response.end(all.subarray(end + 4));
    });
  };
  const server = tls === undefined ? createServer(answer) : createTlsServer(tls, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/${path}`,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
