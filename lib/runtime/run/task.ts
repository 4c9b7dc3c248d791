/** From an operation to the task of the engine. */
import { keyOf, refOf, type ResolvedRevision } from '../../api';
import { defined } from '../../defined';
import { buildRollout, buildTeardown, type BuildOptions, type Built, type Preflight, type Task } from '../../engine';
import { concernedBy, type ExtensionRecord, type Operation, type Owner } from '../../state';
import { findNamed } from '../operations/named-objects';

/** Which objects of a revision are replaced where they cannot be changed in place. */
export interface ReplaceChoice {
  /** As people name them: `Job/migrate`, `deployment.apps/web`. */
  readonly objects: 'all' | readonly string[];
  /** Decides where a name means objects in several namespaces. */
  readonly namespace?: string;
}

export interface TaskSettings {
  /** @default 'new-content' */
  readonly preflight?: Preflight | undefined;
  /** Wait for probes, and for deleted objects to be gone. @default true */
  readonly wait?: boolean | undefined;
  /** Let objects live that have to go. @default false */
  readonly orphan?: boolean | undefined;
  /** Objects that are replaced, whatever the revision says. @default none */
  readonly replace?: ReplaceChoice | undefined;
  /** Namespaces that do not exist and will before the first write. @default none */
  readonly coming?: readonly string[];
  /** See `Task.streams`. @default 'narrow' */
  readonly streams?: Task['streams'] | undefined;
  /** See `Task.ungated`. @default false */
  readonly ungated?: boolean | undefined;
  /** Kinds that are not served and will be before the first write, as `groupKindOf` names them. @default none */
  readonly comingKinds?: readonly string[] | undefined;
}

/**
 * Does a run replace this object on request?
 * @throws BoxcutterError category `input` for names that are no objects of the revision (see `findNamed`)
 */
function chosen({ phases }: ResolvedRevision, replace: ReplaceChoice | undefined): BuildOptions['replace'] {
  if (replace === undefined || replace.objects === 'all') return () => replace !== undefined;
  const refs = phases.flatMap(({ objects }) => objects.map(({ object }) => refOf(object)));
  const keys = new Set(findNamed(replace.objects, refs, replace.namespace).map(keyOf));
  return (ref) => keys.has(keyOf(ref));
}

/** @throws BoxcutterError as `taskOf`, before anything has begun */
export function refuseUnknownReplacements(operation: Operation, { replace }: Pick<TaskSettings, 'replace'>): void {
  if ('revision' in operation) chosen(operation.revision, replace);
}

/** @param dryRun decide what would happen, and write nothing */
export function taskOf(operation: Operation, record: ExtensionRecord, owner: Owner, dryRun: boolean, settings: TaskSettings): Built {
  const { preflight = 'new-content', wait = true, orphan = false, coming = [], comingKinds = [], replace, streams, ungated } = settings;
  const options: BuildOptions = {
    context: owner.context,
    labelSelector: owner.selector,
    inventory: concernedBy(operation, record.inventory),
    dryRun,
    wait,
    ...defined({ streams, ungated }),
  };
  switch (operation.intent) {
    case 'apply':
    case 'rollback':
      return buildRollout(operation.revision, {
        ...options, preflight, coming, comingKinds, orphan: () => orphan, ...defined({ replace: chosen(operation.revision, replace) }),
      });
    case 'repair':
      // It was looked at just now, and what becomes of it is heard from the streams of who keeps it.
      return buildRollout(operation.revision, { ...options, preflight: 'never', wait: false });
    case 'delete':
      return buildTeardown(operation.number, { ...options, orphan: () => operation.orphan });
    case 'orphan':
      return buildTeardown(operation.number, { ...options, orphan: () => true });
  }
}
