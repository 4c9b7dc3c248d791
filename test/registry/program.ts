import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { withLock } from '../../lib/control-plane/lock';
import { cacheFolder } from '../../lib/control-plane/places';

const MODULE = path.join(__dirname, '..', '..', 'tools', 'test-registry');
const PACKAGE = 'github.com/google/go-containerregistry/cmd/registry';

/** Time limit for hooks that start a registry, in milliseconds: on a new machine it is built first, beside other suites. */
export const REGISTRY_START_MS = 300_000;

/** A registry that runs. */
export interface RunningRegistry {
  /** `127.0.0.1:<port>`, plain HTTP. */
  readonly host: string;
  close(): Promise<void>;
}

/** Starts the registry of go-containerregistry on a free port of loopback, empty; builds it when it is not there yet (a second). */
export async function startRegistry(): Promise<RunningRegistry> {
  const child = spawn(await provide(), ['-port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const port = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const found = /serving on port (\d+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error(`the registry ended: ${said}`)));
  });
  return {
    host: `127.0.0.1:${port}`,
    close: async () => {
      child.kill();
      await ended;
    },
  };
}

/** The program, in the user's cache under a name that changes with its version. */
async function provide(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of ['go.mod', 'go.sum']) hash.update(fs.readFileSync(path.join(MODULE, file)));
  const folder = path.join(cacheFolder(), 'test-registry');
  const program = path.join(folder, `registry-${process.platform}-${process.arch}-${hash.digest('hex').slice(0, 12)}`);
  await withLock(path.join(folder, '.lock'), {}, async () => {
    if (fs.existsSync(program)) return;
    const draft = `${program}.${process.pid}`;
    await promisify(execFile)('go', ['build', '-mod=readonly', '-buildvcs=false', '-trimpath', '-ldflags', '-s -w', '-o', draft, PACKAGE], {
      cwd: MODULE,
      env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off' },
    });
    fs.renameSync(draft, program);
  });
  return program;
}
