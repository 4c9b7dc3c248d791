import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { BoxcutterError } from '../../errors';
import { toolsFolder } from '../package-root';
import { readPinnedSums } from './pinned-sums';

/** The programs of a control plane. kube-apiserver and etcd are indispensable, the others make workloads come alive. */
export const binaryNames = ['etcd', 'kube-apiserver', 'kwok', 'kube-controller-manager', 'kube-scheduler'] as const;
export type BinaryName = (typeof binaryNames)[number];
export const indispensable: readonly BinaryName[] = ['kube-apiserver', 'etcd'];

/** The Go packages the programs are built from. */
export const goPackages: Readonly<Record<BinaryName, string>> = {
  'etcd': 'go.etcd.io/etcd/server/v3',
  'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver',
  'kwok': 'sigs.k8s.io/kwok/cmd/kwok',
  'kube-controller-manager': 'k8s.io/kubernetes/cmd/kube-controller-manager',
  'kube-scheduler': 'k8s.io/kubernetes/cmd/kube-scheduler',
};

export interface Pins {
  /** Versions with a leading "v", as in go.mod. */
  readonly kubernetes: string;
  readonly etcd: string;
  readonly kwok: string;
  /** Lowest Go version that builds them, for instance "1.26.0". */
  readonly go: string;
  /** SHA-256 sums of releases by address (`Release.address`); a release without one is not used. */
  readonly sums: ReadonlyMap<string, string>;
  /** Names the cache folder: versions, platform and a digest of go.mod and go.sum. */
  readonly key: string;
  /** Folder of go.mod and go.sum. */
  readonly folder: string;
}

/** Reads the pinned versions from go.mod, the one place where they are written. */
export function readPins(folder: string = toolsFolder()): Pins {
  const mod = readTool(folder, 'go.mod');
  const sum = readTool(folder, 'go.sum');
  const version = (module: string): string => {
    const found = new RegExp(`^\\s*(?:require\\s+)?${module.replaceAll('.', '\\.')}\\s+(v\\S+)`, 'm').exec(mod)?.[1];
    if (found === undefined) throw new BoxcutterError('pin-missing', 'server', `${path.join(folder, 'go.mod')} does not pin ${module}.`);
    return found;
  };
  const kubernetes = version('k8s.io/kubernetes');
  const etcd = version('go.etcd.io/etcd/server/v3');
  const kwok = version('sigs.k8s.io/kwok');
  const digest = createHash('sha256').update(mod).update('\0').update(sum).digest('hex').slice(0, 10);
  return {
    kubernetes,
    etcd,
    kwok,
    go: /^go\s+(\S+)/m.exec(mod)?.[1] ?? '0',
    sums: readPinnedSums(readTool(folder, 'releases.sum')),
    key: `kubernetes-${kubernetes}_etcd-${etcd}_kwok-${kwok}_${process.platform}-${process.arch}_${digest}`,
    folder,
  };
}

function readTool(folder: string, name: string): string {
  const file = path.join(folder, name);
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (cause) {
    throw new BoxcutterError('tool-file-missing', 'server', `${file} cannot be read.`, {
      hint: 'Install the whole package: its folder tools/control-plane is needed to start a control plane.',
      cause,
    });
  }
}
