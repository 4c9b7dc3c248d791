/** A catalog of packages as a cluster serves it. */
import { ApiObject, type ApiObjectProps } from 'cdk8s';
import { Construct } from 'constructs';
import { API_VERSION } from '../lib/api';

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
    const metadata: ApiObjectProps['metadata'] = { name: this.name, ...(labels ? { labels } : {}), ...(annotations ? { annotations } : {}) };
    const spec = { source: { type: 'Image', image: { ref: image, pollIntervalMinutes } }, priority, availabilityMode };
    this.apiObject = new ApiObject(this, 'Resource', { apiVersion: API_VERSION, kind: 'ClusterCatalog', metadata, spec });
    this.node.addValidation({ validate: () => problemsOf(props) });
  }
}

/** What the API server would refuse, as far as it can be told from the properties alone. */
function problemsOf({ image, pollIntervalMinutes, priority }: ClusterCatalogProps): string[] {
  const hasDigest = image.includes('@');
  const hasTag = /:[^/:]+$/.test(image);
  return [
    !hasDigest && !hasTag ? `spec.source.image.ref: "${image}" must end with a tag or a digest` : '',
    hasDigest && pollIntervalMinutes !== undefined ? 'spec.source.image.pollIntervalMinutes: cannot be used with a digest, which never changes' : '',
    pollIntervalMinutes !== undefined && !(Number.isInteger(pollIntervalMinutes) && pollIntervalMinutes >= 1) ? `spec.source.image.pollIntervalMinutes: is ${pollIntervalMinutes}, must be a whole number from 1` : '',
    priority !== undefined && !Number.isInteger(priority) ? `spec.priority: is ${priority}, must be a whole number` : '',
  ].filter((problem) => problem !== '');
}
