/** Builds the programs that the benchmark compares us with, from the modules pinned in bench/peers, into the user's cache. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from '../tools/lock.mjs';

const modules = join(dirname(fileURLToPath(import.meta.url)), 'peers');

/** Each program: the folder of its module, the package in it, and the module whose version it has. */
const programs = {
  measure: { module: '.', package: './measure', inputs: ['measure/main.go'] },
  helm: { module: '.', package: 'helm.sh/helm/v4/cmd/helm', versionOf: 'helm.sh/helm/v4', inputs: [] },
  'flux-ssa': { module: '.', package: './flux-ssa', versionOf: 'github.com/fluxcd/pkg/ssa', inputs: ['flux-ssa/main.go'] },
  kubectl: { module: 'kubectl', package: '.', versionOf: 'k8s.io/kubectl', inputs: ['main.go'] },
};

/** Gives `{ name: { path, version } }`; builds what is missing, one after the other. */
export async function providePeers(log = console.log) {
  return withLock('bench-peers', cacheFolder(), () => Object.fromEntries(Object.entries(programs).map(([name, program]) => [name, provide(name, program, log)])));
}

function provide(name, program, log) {
  const folder = join(modules, program.module);
  const hash = createHash('sha256');
  for (const file of ['go.mod', 'go.sum', ...program.inputs]) hash.update(readFileSync(join(folder, file)));
  const path = join(cacheFolder(), `${name}-${process.platform}-${process.arch}-${hash.digest('hex').slice(0, 12)}`);
  const goMod = readFileSync(join(folder, 'go.mod'), 'utf8');
  const version = program.versionOf && new RegExp(`^\\s*(?:require )?${program.versionOf.replaceAll('.', '\\.')} (v\\S+)`, 'm').exec(goMod)?.[1];
  if (!existsSync(path)) {
    log(`building ${name}${version ? ` ${version}` : ''} …`);
    mkdirSync(dirname(path), { recursive: true });
    const output = `${path}.${process.pid}`;
    execFileSync('go', ['build', '-mod=readonly', '-buildvcs=false', '-trimpath', '-ldflags', '-s -w', '-o', output, program.package], {
      cwd: folder,
      env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off' },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    renameSync(output, path);
  }
  return { path, version };
}

function cacheFolder() {
  const { BOXCUTTER_CACHE, XDG_CACHE_HOME } = process.env;
  return join(BOXCUTTER_CACHE ?? join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'boxcutter'), 'bench');
}
