interface Place<M> {
  readonly everywhere: Set<M>;
  readonly namespaces: Map<string, Set<M>>;
}

/** Whom an event concerns, found by the value of a label and by namespace, however many there are. */
export class Routes<M> {
  /** By value of the label; undefined is for those who want any. */
  private readonly places = new Map<string | undefined, Place<M>>();

  add(member: M, value: string | undefined, namespace: string | undefined): void {
    let place = this.places.get(value);
    if (place === undefined) this.places.set(value, (place = { everywhere: new Set(), namespaces: new Map() }));
    if (namespace === undefined) {
      place.everywhere.add(member);
      return;
    }
    const members = place.namespaces.get(namespace);
    if (members === undefined) place.namespaces.set(namespace, new Set([member]));
    else members.add(member);
  }

  delete(member: M, value: string | undefined, namespace: string | undefined): void {
    const place = this.places.get(value);
    if (place === undefined) return;
    place.everywhere.delete(member);
    if (namespace !== undefined) {
      const members = place.namespaces.get(namespace);
      members?.delete(member);
      if (members?.size === 0) place.namespaces.delete(namespace);
    }
    if (place.everywhere.size === 0 && place.namespaces.size === 0) this.places.delete(value);
  }

  /** Those who want any value and those who want this one. An object without a namespace is in everybody's. */
  each(value: string | undefined, namespace: string | undefined, tell: (member: M) => void): void {
    this.eachOf(undefined, namespace, tell);
    if (value !== undefined) this.eachOf(value, namespace, tell);
  }

  /** Only those who want this very value. */
  eachOf(value: string | undefined, namespace: string | undefined, tell: (member: M) => void): void {
    const place = this.places.get(value);
    if (place === undefined) return;
    place.everywhere.forEach(tell);
    if (namespace === undefined) for (const members of [...place.namespaces.values()]) members.forEach(tell);
    else place.namespaces.get(namespace)?.forEach(tell);
  }
}
