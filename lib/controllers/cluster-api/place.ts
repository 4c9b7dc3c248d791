/** Everything that the controllers of Cluster API look at and act on. */
import type { KubeObject } from '../../api';
import type { TransportConfigMap } from '../../capi';
import type { Answer } from '../../engine/ports';
import { BoxcutterError } from '../../errors';
import type { KubeLane } from '../../kube';
import { type ControllerContext, type ResourceCache, wordsOfAnswer } from '../process';
import type { Config, RevisionConfigMap } from './model';
import type { OperatorStatus } from './operator/status';
import type { ManifestImages } from './source/images';
import type { Rendering } from './source/rendering';

/** What the configuration of the process says. */
export interface ClusterApiSettings {
  /** Where the ConfigMaps of revisions are, and the one that lists the images of the release. */
  readonly namespace: string;
  /** Where transport ConfigMaps are. */
  readonly transportNamespace: string;
  /** Name of the ConfigMap with the images of the release. */
  readonly imagesConfigMap: string;
  readonly release: string;
  /** Type of the platform; absent: that of Infrastructure `cluster`. */
  readonly platform?: string;
  /** Values of variables in manifests. */
  readonly substitutions: Readonly<Record<string, string>>;
}

export interface ClusterApiPlace {
  readonly context: ControllerContext;
  readonly settings: ClusterApiSettings;
  readonly cluster: KubeLane;
  readonly configs: ResourceCache<Config>;
  readonly revisions: ResourceCache<RevisionConfigMap>;
  readonly transport: ResourceCache<TransportConfigMap>;
  readonly images: ManifestImages;
  readonly rendering: Rendering;
  readonly operator: OperatorStatus;
  readonly imagesConfigMap: () => RevisionConfigMap | undefined;
  /** Undefined: it is not known yet. */
  readonly platform: () => string | undefined;
}

/** The ConfigMap of a version is not as it should be; it is tried again. */
export function notWritten({ metadata: { name = '', namespace = '' } }: KubeObject, answer: Answer): BoxcutterError {
  const why = wordsOfAnswer(answer, 'its kind is not served');
  return new BoxcutterError('capi-revision-not-written', 'server', `ConfigMap ${namespace}/${name} could not be written: ${why}.`);
}

/** `status.platformStatus.type` of Infrastructure. */
export function platformOf(infrastructure: KubeObject | undefined): string | undefined {
  const status = infrastructure?.['status'] as { readonly platformStatus?: { readonly type?: string } } | undefined;
  return status?.platformStatus?.type;
}
