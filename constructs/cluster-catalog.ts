/** A catalog of packages as a cluster serves it. */
import { ApiObject, type ApiObjectProps } from 'cdk8s';
import { Construct } from 'constructs';
import { API_VERSION } from '../lib/api';
import { refusedByServer } from './own-kind';

export interface ClusterCatalogProps {
  /**
   * Name of the catalog.
   * @default - the id of the construct
   */
  readonly name?: string;

  /** Reference of the catalog image, with a tag or a digest: `registry.example/catalogs/stable:v1`. */
  readonly image: string;

  /**
   * Minutes between two looks at the tag, from 1. Not with a digest, which never changes.
   * @default - the tag is resolved once
   */
  readonly pollIntervalMinutes?: number;

  /**
   * Where two catalogs have a package, the one with the higher priority is used.
   * @default 0
   */
  readonly priority?: number;

  /**
   * Whether the content is served.
   * @default 'Available'
   */
  readonly availabilityMode?: 'Available' | 'Unavailable';

  /** @default - none */
  readonly labels?: { readonly [name: string]: string };

  /** @default - none */
  readonly annotations?: { readonly [name: string]: string };
}

/** A ClusterCatalog: an image with packages that extensions are installed from. */
export class ClusterCatalog extends Construct {
  readonly name: string;
  readonly apiObject: ApiObject;

  constructor(scope: Construct, id: string, props: ClusterCatalogProps) {
    super(scope, id);
    this.name = props.name ?? id;
    const { labels, annotations, image, pollIntervalMinutes, priority, availabilityMode } = props;
    const metadata: ApiObjectProps['metadata'] = {
      name: this.name,
      ...(labels ? { labels } : {}),
      ...(annotations ? { annotations } : {}),
    };
    const spec = { source: { type: 'Image', image: { ref: image, pollIntervalMinutes } }, priority, availabilityMode };
    this.apiObject = new ApiObject(this, 'Resource', { apiVersion: API_VERSION, kind: 'ClusterCatalog', metadata, spec });
    this.node.addValidation({ validate: () => refusedByServer(this.apiObject) });
  }
}
