/**
 * Names of hooks that run something. Helm deletes a Job and makes it anew, and the API server changes none in place; so its name gets a
 * hash of its content: one that changed is a new object, and runs, and the old one goes when the new revision is complete.
 */
import { asObject, isJsonObject, type JsonObject, type JsonValue } from '../../../api';
import { contentName, type SourceObject } from '../../../revision';
import { type Hook, isRunAnew, lasting, objectName } from './hook';
import type { RenderedObject } from '../rendered';

export interface HookNames {
  /** What becomes of hooks that get another name. */
  readonly names: ReadonlyMap<Hook, Pick<SourceObject, 'manifest' | 'authorName'>>;
  /** Hooks that keep theirs because another object asks for them by it, with the first such object. */
  readonly awaited: ReadonlyMap<Hook, RenderedObject>;
}

/** @param rendered all objects of the chart */
export function nameHooks(hooks: readonly Hook[], rendered: readonly RenderedObject[]): HookNames {
  const names = new Map<Hook, Pick<SourceObject, 'manifest' | 'authorName'>>();
  const awaited = new Map<Hook, RenderedObject>();
  const candidates = hooks.filter((hook) => hook.stage !== undefined && isRunAnew(hook));
  const askers = candidates.length === 0
    ? []
    : rendered.map((object) => ({ object, asked: askedFor(object.manifest) })).filter(({ asked }) => asked !== '');
  for (const hook of candidates) {
    const name = objectName(hook.object);
    if (name === undefined) continue;
    const asker = askers.find(({ object, asked }) => object !== hook.object && asksFor(asked, String(hook.object.manifest['kind']), name));
    if (asker !== undefined) awaited.set(hook, asker.object);
    else names.set(hook, { manifest: named(lasting(hook), name), authorName: name });
  }
  return { names, awaited };
}

function named(manifest: JsonObject, name: string): JsonObject {
  return { ...manifest, metadata: { ...asObject(manifest['metadata']), name: contentName(name, manifest['spec']) } };
}

/**
 * `kubectl wait job/migrate`, `wait-for job migrate`, a Role for `jobs` named `migrate`. The name alone says nothing: accounts often have
 * it.
 */
function asksFor(asked: string, kind: string, name: string): boolean {
  // Bounded: what a chart runs may be as long as it likes, and no group and no gap is longer than this.
  const between = `s?(?:\\.[\\w.]{1,253})?[/\\s"',]{1,100}`;
  return new RegExp(`(?<![\\w-])${literal(kind)}${between}${literal(name)}(?![\\w.-])`, 'i').test(asked);
}

/** A text of the chart as a pattern that fits it alone. */
function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** What the containers of an object run, and what its rules name, as a text. */
function askedFor(manifest: JsonObject): string {
  const texts: string[] = [];
  const look = (value: JsonValue | undefined, key: string): void => {
    if ((key === 'command' || key === 'args') && Array.isArray(value)) {
      texts.push(value.filter((word) => typeof word === 'string').join(' '));
    }
    else if (key === 'rules' && Array.isArray(value)) texts.push(...value.flatMap(namedByRule));
    else if (Array.isArray(value)) for (const item of value) look(item, '');
    else if (isJsonObject(value)) for (const [inner, member] of Object.entries(value)) look(member, inner);
  };
  look(manifest, '');
  return texts.join('\n;\n');
}

function namedByRule(rule: JsonValue): string[] {
  const { resources, resourceNames } = asObject(rule) ?? {};
  if (!Array.isArray(resources) || !Array.isArray(resourceNames)) return [];
  return resources.flatMap((resource) => resourceNames.map((name) => `${String(resource as string)} ${String(name as string)}`));
}
