import type { KindDefinition, Schema } from '../../../lib/api/schema';
import { CLUSTER_API_DEFINITIONS, KIND_DEFINITIONS, RUKPAK_DEFINITIONS } from '../../../lib/kinds';
import { crdOf } from '../../../lib/kinds/crd';
import type { Answer } from '../support/raw-client';
import { connect } from '../support/raw-client';
import type { BadCase, Fixture, GoodCase } from './api-rules/cases';
import { pathsOf, rulesOf, violations } from './api-rules/constraints';
import { edited, schemaPath } from './api-rules/edit';
import { CLUSTER_API_BAD, CLUSTER_API_FIXTURES, CLUSTER_API_GOOD } from './api-rules/cluster-api';
import { FIXTURES as EXTENSION_FIXTURES } from './api-rules/fixtures';
import { RUKPAK_BAD, RUKPAK_FIXTURES, RUKPAK_GOOD } from './api-rules/rukpak';
import { BAD_CASES as EXTENSION_BAD, GOOD_CASES as EXTENSION_GOOD } from './api-rules/rules';

/*
 * The real API server enforces every rule of our CRDs. The last tests make sure that no rule, constraint or field is left out.
 */
const RUN = `rules-${process.pid}-${Math.random().toString(36).slice(2, 8)}`;
/** A group of their own: other tests have objects of these kinds, and there is one ClusterAPI at most. */
const DEFINITIONS: readonly KindDefinition[] = [...KIND_DEFINITIONS, ...CLUSTER_API_DEFINITIONS, ...RUKPAK_DEFINITIONS].map(
  (definition) => ({ ...definition, group: `${RUN}.example.io`, version: 'v1' }),
);
const API_VERSION = `${RUN}.example.io/v1`;
const FIXTURES: Readonly<Record<string, Fixture>> = { ...EXTENSION_FIXTURES, ...CLUSTER_API_FIXTURES, ...RUKPAK_FIXTURES };
const BAD_CASES: readonly BadCase[] = [...EXTENSION_BAD, ...CLUSTER_API_BAD, ...RUKPAK_BAD];
const GOOD_CASES: readonly GoodCase[] = [...EXTENSION_GOOD, ...CLUSTER_API_GOOD, ...RUKPAK_GOOD];
const names = Object.keys(FIXTURES);
const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
let server: ReturnType<typeof connect>;
let count = 0;

function definitionOf(kind: string): KindDefinition {
  const definition = DEFINITIONS.find((each) => each.kind === kind);
  if (!definition) throw new Error(`There is no kind ${kind}.`);
  return definition;
}

function fixtureOf(name: string): Fixture {
  const fixture = FIXTURES[name];
  if (!fixture) throw new Error(`There is no good object ${name}.`);
  return fixture;
}

function pathOf(kind: string, rest = ''): string {
  return `/apis/${API_VERSION}/${definitionOf(kind).plural}${rest}`;
}

function manifest(fixture: Fixture, name: string): Record<string, unknown> & Fixture & { readonly metadata: { readonly name: string } } {
  return { apiVersion: API_VERSION, metadata: { name }, ...fixture };
}

function dryRunCreate(fixture: Fixture): Promise<Answer> {
  return server.send('POST', pathOf(fixture.kind, '?dryRun=All&fieldValidation=Strict'), manifest(fixture, RUN));
}

/** Creates an object for good, status included, hands it over and deletes it in the end. */
async function withObject<T>(fixture: Fixture, use: (name: string, metadata: unknown) => Promise<T>): Promise<T> {
  count += 1;
  const object = manifest(fixture, `${RUN}-${count}`);
  const { name } = object.metadata;
  const created = await server.send('POST', pathOf(fixture.kind, '?fieldValidation=Strict'), object);
  expect({ status: created.status, message: created.body.message }).toEqual({ status: 201, message: undefined });
  try {
    let { metadata } = created.body;
    if (fixture.status) {
      const written = await server.send('PUT', pathOf(fixture.kind, `/${name}/status`), { ...object, metadata });
      expect({ status: written.status, message: written.body.message }).toEqual({ status: 200, message: undefined });
      metadata = written.body.metadata;
    }
    return await use(name, metadata);
  } finally {
    await server.send('DELETE', pathOf(fixture.kind, `/${name}`));
  }
}

/** Updates spec and status, as dry runs; the first refusal counts. */
async function dryRunUpdate(fixture: Fixture, name: string, metadata: unknown, inStatus = fixture.status !== undefined): Promise<Answer> {
  const body = { ...manifest(fixture, name), metadata };
  const answer = await server.send('PUT', pathOf(fixture.kind, `/${name}?dryRun=All&fieldValidation=Strict`), body);
  if (answer.status >= 400 || !inStatus) return answer;
  return server.send('PUT', pathOf(fixture.kind, `/${name}/status?dryRun=All&fieldValidation=Strict`), body);
}

/** What the API server says to a document that is created or, when the case is about a change or the status, updated. */
function answerTo({ from, changes, before }: Pick<BadCase, 'from' | 'changes' | 'before'>): Promise<Answer> {
  const fixture = fixtureOf(from);
  const after = edited(fixture, changes);
  const inStatus = Object.keys(changes).some((path) => path.startsWith('status'));
  if (before === undefined && !inStatus) return dryRunCreate(after);
  return withObject(edited(fixture, before ?? {}), (name, metadata) => dryRunUpdate(after, name, metadata, fixture.status !== undefined));
}

beforeAll(async () => {
  server = connect();
  for (const crd of DEFINITIONS.map(crdOf)) {
    const { status, body } = await server.send('POST', CRDS, crd);
    if (status !== 201) throw new Error(body.message);
  }
  const deadline = Date.now() + 20_000;
  for (const name of names) {
    // Just after its creation a CRD is not served yet, or not with its schema.
    while ((await dryRunCreate(fixtureOf(name))).status !== 201 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100));
  }
});
afterAll(async () => {
  for (const crd of DEFINITIONS.map(crdOf)) await server.send('DELETE', `${CRDS}/${crd.metadata.name}`);
  server.close();
});

describe('a good object is accepted', () => {
  test.each(names)('%s', async (name) => {
    const { status, body } = await withObject(fixtureOf(name), (object, metadata) => dryRunUpdate(fixtureOf(name), object, metadata));
    expect({ status, message: body.message }).toEqual({ status: 200, message: undefined });
  });

  test.each(GOOD_CASES.map((good) => [good.from, good.before === undefined ? '' : ' changed', JSON.stringify(good.changes), good] as const))(
    '%s%s: %s',
    async (_name, _changed, _changes, good) => {
      const { status, body } = await answerTo(good);
      expect({ accepted: status < 300, message: body.message }).toEqual({ accepted: true, message: undefined });
    },
  );
});

describe('an object that breaks a rule is refused with its message', () => {
  test.each(BAD_CASES.map((bad) => [bad.from, bad.field, bad.message, bad] as const))('%s %s: %s', async (_name, field, message, bad) => {
    const { status, body } = await answerTo(bad);
    expect(status).toBe(422);
    expect(body.message).toMatch(new RegExp(`(is invalid: |[\\[ ])${escaped(field)}: Invalid value: `));
    expect(body.message).toContain(message);
  });

  test('every rule of every CRD is in the table', () => {
    const tested = new Set(BAD_CASES.map(({ from, field, message }) => `${fixtureOf(from).kind} ${schemaPath(field)}: ${message}`));
    const ofObjects = DEFINITIONS.flatMap(({ kind, objectRules = [] }) => objectRules.map(({ message }) => `${kind} <nil>: ${message}`));
    const all = [...ofObjects, ...ofAllKinds(rulesOf)];
    expect(all.filter((rule) => !tested.has(rule))).toEqual([]);
  });
});

describe('an object that breaks a constraint of a field is refused with the name of the field', () => {
  test.each(names)('%s', async (name) => {
    const fixture = fixtureOf(name);
    const { spec, status } = definitionOf(fixture.kind);
    const inSpec = violations(spec, fixture.spec, 'spec', new Set());
    const inStatus = fixture.status ? violations(status, fixture.status, 'status', new Set()) : [];
    const missed: string[] = [];
    const check = ({ constraint, field }: (typeof inSpec)[number], answer: Answer): void => {
      if (answer.status === 422 && answer.body.message?.includes(field)) return;
      missed.push(`${constraint} of ${field}: ${answer.status} ${answer.body.message}`);
    };
    await Promise.all(inSpec.map(async (violation) => check(violation, await dryRunCreate(edited(fixture, violation.changes)))));
    await withObject(fixture, async (object, metadata) => {
      const path = pathOf(fixture.kind, `/${object}/status?dryRun=All`);
      const put = (changes: BadCase['changes']) => server.send('PUT', path, { ...manifest(edited(fixture, changes), object), metadata });
      await Promise.all(inStatus.map(async (violation) => check(violation, await put(violation.changes))));
    });
    expect(missed).toEqual([]);
  });

  test('every field of every CRD is in a good object', () => {
    const seen = new Set<string>();
    for (const fixture of Object.values(FIXTURES)) {
      const fields = new Set<string>();
      const { spec, status } = definitionOf(fixture.kind);
      violations(spec, fixture.spec, 'spec', fields);
      if (fixture.status) violations(status, fixture.status, 'status', fields);
      for (const field of fields) seen.add(`${fixture.kind} ${field}`);
    }
    const all = ofAllKinds(pathsOf);
    expect(all.filter((path) => !seen.has(path))).toEqual([]);
  });
});

describe('defaults', () => {
  test('a catalog is available and has priority 0; an extension follows the catalog; a revision is active; nothing is approved', async () => {
    const spec = async (name: string, changes: BadCase['changes']) => (await dryRunCreate(edited(fixtureOf(name), changes))).body.spec;
    expect(await spec('digestCatalog', {})).toMatchObject({ priority: 0, availabilityMode: 'Available' });
    expect(await spec('extension', { 'spec.source.catalog.upgradeConstraintPolicy': undefined })).toMatchObject({
      source: { catalog: { upgradeConstraintPolicy: 'CatalogProvided' } },
    });
    expect(await spec('rollout', { 'spec.lifecycleState': undefined })).toMatchObject({ lifecycleState: 'Active' });
    expect(await spec('pendingUpgrade', { 'spec.approved': undefined })).not.toHaveProperty('approved');
  });
});

function ofAllKinds(collect: (schema: Schema, path: string) => string[]): string[] {
  return DEFINITIONS.flatMap(({ kind, spec, status }) =>
    [...collect(spec, 'spec'), ...collect(status, 'status')].map((each) => `${kind} ${each}`),
  );
}

function escaped(text: string): string {
  return text.replace(/[.[\]]/g, '\\$&');
}
