/** The programs that the benchmark compares us with, built from the modules pinned in bench/peers. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { helm, kubectl, provideGoTools } from '../tools/go-tools.mjs';

const modules = join(dirname(fileURLToPath(import.meta.url)), 'peers');

const programs = {
  measure: { folder: modules, package: './measure', inputs: ['measure/main.go'] },
  helm,
  'flux-ssa': { folder: modules, package: './flux-ssa', versionOf: 'github.com/fluxcd/pkg/ssa', inputs: ['flux-ssa/main.go'] },
  kubectl,
};

/** Gives `{ name: { path, version } }`; builds what is missing, one after the other. */
export function providePeers(log = console.log) {
  return provideGoTools(programs, log);
}
