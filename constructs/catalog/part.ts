/** What is declared in a catalog: each part is one blob. */
import { Construct } from 'constructs';
import type { JsonObject, JsonValue } from '../../lib/api';
import type { Issue } from '../../lib/issue';

export abstract class CatalogPart extends Construct {
  /** @internal undefined: it could not be made; the issues say why */
  abstract get blob(): JsonObject | undefined;

  /** @internal what is wrong with the part alone */
  get issues(): readonly Issue[] {
    return [];
  }

  /** @internal entries of `olm.deprecations` */
  get deprecations(): readonly JsonValue[] {
    return [];
  }
}
