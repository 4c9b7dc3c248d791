/** The bundle of what operator-controller has installed, as it notes it: in labels of a release, in annotations of a revision. Pure. */
import {
  ANNOTATION_BUNDLE_NAME, ANNOTATION_BUNDLE_REFERENCE, ANNOTATION_BUNDLE_RELEASE, ANNOTATION_BUNDLE_VERSION, ANNOTATION_PACKAGE_NAME,
  ANNOTATION_PROPERTIES,
} from '../../api';
import { defined } from '../../defined';

export interface NotedBundle {
  readonly packageName?: string;
  readonly name?: string;
  readonly version?: string;
  readonly release?: string;
  readonly reference?: string;
  /** As a catalog has them, as a JSON list. */
  readonly properties?: string;
}

export function notedBundle(noted: Readonly<Record<string, string>>): NotedBundle {
  const said = (key: string): string | undefined => noted[key] || undefined;
  return defined({
    packageName: said(ANNOTATION_PACKAGE_NAME), name: said(ANNOTATION_BUNDLE_NAME), version: said(ANNOTATION_BUNDLE_VERSION),
    release: said(ANNOTATION_BUNDLE_RELEASE), reference: said(ANNOTATION_BUNDLE_REFERENCE), properties: said(ANNOTATION_PROPERTIES),
  });
}
