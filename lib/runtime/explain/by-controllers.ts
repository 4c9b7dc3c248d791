/** What one does where the controllers run an extension: they repair by themselves, and what it is made of is in its spec. Pure. */
import { docPage } from '../../doc-page';
import { shellWord } from '../../shell-word';
import type { Controlled } from '../../state';

/** Who runs it, for hints. */
export interface ControlledBy {
  /** Name of the ClusterExtension. Absent: its revisions were made by hand. */
  readonly extension?: string;
  /** Name of the newest revision. */
  readonly revision: string;
  readonly isPaused: boolean;
}

/** Undefined: the command runs it, or there is no revision yet. */
export function controlledBy(controlled: Controlled | undefined): ControlledBy | undefined {
  const [newest] = controlled?.revisions ?? [];
  if (newest === undefined) return undefined;
  const extension = controlled?.cluster?.metadata.name;
  return { revision: newest.name, isPaused: newest.state === 'Paused', ...(extension === undefined ? {} : { extension }) };
}

/** What to do, by the codes of hints. Undefined: the same as where the command runs it. */
export function hintOfControllers(code: string, by: ControlledBy): string | undefined {
  const change = changeOf(by);
  switch (code) {
    case 'drift':
      return `${itself('restore it', by)} To keep the change: ${change}.`;
    case 'missing':
      return itself('create it again', by);
    case 'not-applied':
      return itself('go on with it', by);
    case 'job-failed':
      return 'The Job has failed for good: see its last output with kubectl logs POD. Kubernetes does not run a Job twice: delete it, and '
        + 'the controllers make it again.';
    case 'immutable':
      return `The field cannot be changed in place. Keep it as it is, or give the object another name: ${change}. What lets the `
        + `controllers delete the object and create it again: ${docPage('immutable-fields.md')}.`;
    case 'forbidden':
      return 'A permission is missing: add it to a role of the account that the message names. That is the account of the controllers, or '
        + 'the one in spec.serviceAccount of the extension.';
    case 'collision':
      return 'Delete the object, or let its present owner let go of it: the controllers go on at once.'
        + (by.extension === undefined ? ' To take it over, make the next revision with another collisionProtection for it.' : '');
    default:
      return undefined;
  }
}

function itself(what: string, { revision, isPaused }: ControlledBy): string {
  const name = shellWord(revision);
  const resume = `kubectl patch clusterextensionrevision ${name} --type=merge -p '{"spec":{"lifecycleState":"Active"}}'`;
  if (isPaused) return `The revision is paused. To let the controllers ${what}: ${resume}.`;
  return `The controllers ${what} by themselves, if they run. What keeps them from it: kubectl describe clusterextensionrevision ${name}.`;
}

function changeOf({ extension }: ControlledBy): string {
  return extension === undefined ? `make the next revision (${docPage('revisions.md')})`
    : `change the configuration or the version that it asks for, kubectl edit clusterextension ${shellWord(extension)}`;
}
