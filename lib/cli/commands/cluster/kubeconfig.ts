import { words, type ArgumentsOf } from '../command';
import { output } from '../options';
import { clusterName } from './name';

export const kubeconfigWords = words({
  name: 'kubeconfig',
  describe: 'Print the kubeconfig of the cluster as YAML, or with -o json as JSON',
  options: { ...clusterName, ...output },
});

export type ClusterKubeconfigArgs = ArgumentsOf<typeof kubeconfigWords>;
