import type { BinaryName, Pins } from './pins';

/** Architectures that programs are published for, as Go names them. */
export const releaseArchitectures = ['amd64', 'arm64'] as const;
export type ReleaseArchitecture = (typeof releaseArchitectures)[number];

/** One published file that has a program in it. */
export interface Release {
  /** Without the scheme: host and path. Names the file in the list of pinned sums, too. */
  readonly address: string;
  /** Where its publisher lists the SHA-256 sum, without the scheme. */
  readonly sums: string;
  /** The program's path in the file, where that is an archive. */
  readonly member?: string;
}

/** The release of a program for Linux; elsewhere kube-apiserver is not published as a program. */
export function releaseOf(name: BinaryName, pins: Pins, architecture: ReleaseArchitecture): Release {
  if (name === 'etcd') {
    const folder = `github.com/etcd-io/etcd/releases/download/${pins.etcd}`;
    const archive = `etcd-${pins.etcd}-linux-${architecture}`;
    return { address: `${folder}/${archive}.tar.gz`, sums: `${folder}/SHA256SUMS`, member: `${archive}/etcd` };
  }
  const address =
    name === 'kwok'
      ? `github.com/kubernetes-sigs/kwok/releases/download/${pins.kwok}/kwok-linux-${architecture}`
      : `dl.k8s.io/${pins.kubernetes}/bin/linux/${architecture}/${name}`;
  return { address, sums: `${address}.sha256` };
}

/** Where a file is fetched from: its publisher, or a mirror with the same paths below the publishers' host names. */
export function urlOf(address: string, mirror: string | undefined): string {
  return mirror ? `${mirror.replace(/\/$/, '')}/${address}` : `https://${address}`;
}
