import { renderComponent, type Component, type RenderedComponent, type Substitution } from '../../../capi';

interface Known {
  readonly manifests: string;
  readonly image: string | undefined;
  readonly substitutions: string;
  readonly rendered: RenderedComponent;
}

/** Megabytes of manifests are rendered once for the same text, image and values, and not in every turn. */
export class Rendering {
  private known = new Map<string, Known>();

  /** @throws BoxcutterError `capi-manifests` */
  all(components: readonly Component[], substitutions: readonly Substitution[]): readonly RenderedComponent[] {
    const values = JSON.stringify(substitutions);
    const next = new Map<string, Known>();
    const rendered = components.map((component) => {
      const { profile: { name, manifests }, source, image } = component;
      const key = JSON.stringify([name, source]);
      const before = this.known.get(key);
      const isSame = before?.manifests === manifests && before.image === image && before.substitutions === values;
      const now = isSame ? before.rendered : renderComponent(component, substitutions);
      next.set(key, { manifests, image, substitutions: values, rendered: now });
      return now;
    });
    this.known = next;
    return rendered;
  }
}
