/** A package in a catalog, as code: what is synthesised is a file of a file-based catalog. */
import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import type { JsonObject } from '../../lib/api';
import { defined } from '../../lib/defined';
import { formatIssue, hasErrors, isError, type Issue } from '../../lib/issue';
import { BlobObject } from './blob-object';
import { CatalogPart } from './part';

export interface CatalogProps {
  /**
   * Name of the package: lower case letters, digits and hyphens.
   * @default - the id of the construct
   */
  readonly packageName?: string;

  /** Name of the channel of those who name none. */
  readonly defaultChannel: string;

  /**
   * What the package is, in Markdown.
   * @default - none
   */
  readonly description?: string;

  /**
   * The icon: an image in base64, and its type, like `image/svg+xml`.
   * @default - none
   */
  readonly icon?: { readonly base64data: string; readonly mediatype: string };

  /**
   * Marks the package as deprecated: what its users are told.
   * @default - it is not
   */
  readonly deprecated?: string;
}

/**
 * A package in a catalog: its channels and bundles are declared in it. It is synthesised as one YAML file, with a document for each blob;
 * the files of several packages in one folder make one catalog (`boxcutter catalog build` makes its image).
 *
 * The validation is that of `boxcutter catalog validate`: everything that is wrong, at once.
 */
export class Catalog extends Chart {
  readonly packageName: string;
  private readonly props: CatalogProps;
  private readonly warned = new Set<string>();
  private deprecations = false;

  /**
   * @param scope an App, or a construct in one
   * @param id name of the file
   */
  constructor(scope: Construct, id: string, props: CatalogProps) {
    super(scope, id);
    this.props = props;
    this.packageName = props.packageName ?? id;
    new BlobObject(this, 'Package', () => this.packageBlob());
    if (props.deprecated !== undefined) this.declareDeprecations();
    this.node.addValidation({ validate: () => this.problems() });
  }

  /** All blobs, in the order in which catalogs are written. */
  get blobs(): readonly JsonObject[] {
    return catalogModule().inCatalogOrder(this.declared.map(({ blob }) => blob));
  }

  /** The upgrade edges and everything else as it stands: a whole catalog as text, for a snapshot. */
  toYaml(): string {
    return catalogModule().writeCatalog(this.blobs, 'yaml');
  }

  /** Everything there is to say about the catalog: errors, and advice. */
  get issues(): readonly Issue[] {
    const { loadBlobs, validateCatalog } = catalogModule();
    const ofParts = this.parts.flatMap((part) => part.issues);
    // What could not be made is missing in the catalog, which is no mistake of its own.
    if (hasErrors(ofParts)) return ofParts;
    const { issues } = validateCatalog(loadBlobs(this.declared));
    return [...ofParts, ...issues.map(withoutLine)];
  }

  /** @internal of what is declared in it: deprecations are one blob, which is there when there are some */
  declareDeprecations(): void {
    if (this.deprecations) return;
    this.deprecations = true;
    new BlobObject(this, 'Deprecations', () => this.deprecationsBlob());
  }

  private get parts(): readonly CatalogPart[] {
    return this.node.findAll().filter((construct): construct is CatalogPart => construct instanceof CatalogPart);
  }

  private get declared(): readonly { readonly blob: JsonObject; readonly source: string }[] {
    const { path } = this.node;
    const ofParts = this.parts.flatMap((part) => (part.blob === undefined ? [] : [{ blob: part.blob, source: part.node.path }]));
    const deprecations = this.deprecations ? [{ blob: this.deprecationsBlob(), source: path }] : [];
    return [{ blob: this.packageBlob(), source: path }, ...ofParts, ...deprecations];
  }

  private packageBlob(): JsonObject {
    const { defaultChannel, description, icon } = this.props;
    return { schema: 'olm.package', name: this.packageName, defaultChannel, ...defined({ description, icon }) };
  }

  private deprecationsBlob(): JsonObject {
    const { deprecated } = this.props;
    const own = deprecated === undefined ? [] : [{ reference: { schema: 'olm.package' }, message: deprecated }];
    return { schema: 'olm.deprecations', package: this.packageName, entries: [...own, ...this.parts.flatMap((part) => part.deprecations)] };
  }

  private problems(): string[] {
    const { issues } = this;
    const wording = words();
    for (const issue of issues.filter((one) => !isError(one))) {
      const line = `[${this.node.path}] ${formatIssue(issue, wording)}\n`;
      if (!this.warned.has(line)) process.stderr.write(line);
      this.warned.add(line);
    }
    return issues.filter(isError).map((issue) => formatIssue(issue, wording));
  }
}

/** A construct has no lines. */
function withoutLine(issue: Issue): Issue {
  const { origin } = issue;
  return origin === undefined ? issue : { ...issue, origin: { source: origin.source } };
}

function words(): Parameters<typeof formatIssue>[1] {
  const { catalogWording, renderWording } = catalogModule();
  return { ...formats().formatsWording, ...renderWording, ...catalogWording };
}

/* Projects without catalogs never load what reads and checks them. */
/* eslint-disable @typescript-eslint/no-require-imports */
function catalogModule(): typeof import('../../lib/catalog') {
  return require('../../lib/catalog') as typeof import('../../lib/catalog');
}

function formats(): typeof import('../../lib/formats') {
  return require('../../lib/formats') as typeof import('../../lib/formats');
}
