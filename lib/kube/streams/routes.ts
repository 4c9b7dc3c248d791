interface Place<M> {
  readonly everywhere: Set<M>;
  readonly namespaces: Map<string, Set<M>>;
}

/** The observers that an event concerns, found by the value of a label and by namespace, however many there are. */
export class Routes<M> {
  /** By value of the label; undefined is for those that want any. */
  private readonly places = new Map<string | undefined, Place<M>>();

  add(subscriber: M, value: string | undefined, namespace: string | undefined): void {
    let place = this.places.get(value);
    if (place === undefined) this.places.set(value, (place = { everywhere: new Set(), namespaces: new Map() }));
    if (namespace === undefined) {
      place.everywhere.add(subscriber);
      return;
    }
    const subscribers = place.namespaces.get(namespace);
    if (subscribers === undefined) place.namespaces.set(namespace, new Set([subscriber]));
    else subscribers.add(subscriber);
  }

  delete(subscriber: M, value: string | undefined, namespace: string | undefined): void {
    const place = this.places.get(value);
    if (place === undefined) return;
    place.everywhere.delete(subscriber);
    if (namespace !== undefined) {
      const subscribers = place.namespaces.get(namespace);
      subscribers?.delete(subscriber);
      if (subscribers?.size === 0) place.namespaces.delete(namespace);
    }
    if (place.everywhere.size === 0 && place.namespaces.size === 0) this.places.delete(value);
  }

  /** Those that want any value and those that want this one. An object without a namespace concerns observers of every namespace. */
  each(value: string | undefined, namespace: string | undefined, act: (subscriber: M) => void): void {
    this.eachOf(undefined, namespace, act);
    if (value !== undefined) this.eachOf(value, namespace, act);
  }

  /** Only those that want this very value. */
  eachOf(value: string | undefined, namespace: string | undefined, act: (subscriber: M) => void): void {
    const place = this.places.get(value);
    if (place === undefined) return;
    place.everywhere.forEach(act);
    if (namespace === undefined) for (const subscribers of [...place.namespaces.values()]) subscribers.forEach(act);
    else place.namespaces.get(namespace)?.forEach(act);
  }
}
