/** The extensions of the controllers as they change: two streams, nothing asked while nothing changes. */
import { API_VERSION, asObject, type JsonObject, type JsonValue, type KubeObject } from '../../api';
import type { Reader, Subscription } from '../../engine';
import { controlledHeads, type ControlledHead } from './extension';

export interface ControlledWatch {
  /** Called when everything was shown once, and soon after each change. Never where their kinds are not served, or may not be watched. */
  readonly onChange: (heads: readonly ControlledHead[]) => void;
  readonly signal: AbortSignal;
}

/** What changes at the same moment is shown at once. */
const SETTLE_MS = 200;
const KINDS = ['ClusterExtension', 'ClusterExtensionRevision'] as const;

type Kind = (typeof KINDS)[number];

/** Ends with the signal. Who may not see extensions of the controllers sees none. */
export function watchControlled(cluster: Pick<Reader, 'observe'>, { onChange, signal }: ControlledWatch): void {
  const known: Readonly<Record<Kind, Map<string, KubeObject>>> = { ClusterExtension: new Map(), ClusterExtensionRevision: new Map() };
  const synced = new Set<Kind>();
  let timer: NodeJS.Timeout | undefined;
  const show = (): void => {
    timer = undefined;
    onChange(controlledHeads([...known.ClusterExtension.values()], [...known.ClusterExtensionRevision.values()]));
  };
  const touch = (): void => {
    if (synced.size === KINDS.length) timer ??= setTimeout(show, SETTLE_MS);
  };
  const subscriptions: readonly Subscription[] = KINDS.map((kind) => cluster.observe({ apiVersion: API_VERSION, kind }, {
    changed: (object) => {
      known[kind].set(object.metadata.name ?? '', withoutContent({ ...object, apiVersion: API_VERSION, kind }));
      touch();
    },
    removed: ({ name }) => {
      known[kind].delete(name);
      touch();
    },
    synced: () => {
      synced.add(kind);
      touch();
    },
    failed: () => undefined,
  }));
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    for (const subscription of subscriptions) subscription.close();
  }, { once: true });
}

/** Where its objects are is all that is said of them: thousands of revisions have hundreds of megabytes of content. */
function withoutContent(object: KubeObject): KubeObject {
  const spec = asObject(object['spec']);
  const phases = spec?.['phases'];
  if (spec === undefined || !Array.isArray(phases)) return object;
  const slim = phases.map((phase) => {
    const { name = '', objects } = asObject(phase) ?? {};
    return { name, objects: (Array.isArray(objects) ? objects : []).map((one) => placeOf(one)) };
  });
  return { ...object, spec: { ...spec, phases: slim } };
}

function placeOf(one: JsonValue): JsonObject {
  const { object, ref } = asObject(one) ?? {};
  const namespace = asObject(asObject(object)?.['metadata'])?.['namespace'];
  return ref === undefined ? { object: { metadata: namespace === undefined ? {} : { namespace } } } : { ref };
}
