/** The key of a cluster: read when it is needed, made by the first who may, remembered with the connection. */
import type { KubeObject, ObjectRef } from '../../../../lib/api';
import type { Answer } from '../../../../lib/engine';
import { SECRET_TYPE_KEY, Seals, sealsOf, type Statement } from '../../../../lib/state/trust';

const place = { namespace: 'kube-system', name: 'boxcutter-state-key' };
const statement: Statement = { about: 'content', namespace: 'shop', extension: 'web', head: 'uid', number: 1, parts: 1, digest: 'd' };
const refused = (code: number): Answer => ({ type: 'refused', status: { code, reason: '', message: 'no', causes: [] } });
const lost: Answer = { type: 'lost', message: 'no answer' };

/** One Secret, and who may do what with it. */
class Server {
  readonly asked: string[] = [];
  secret: KubeObject | undefined;
  now = 0;
  answers: Partial<Record<'get' | 'create', Answer[]>> = {};

  get(_ref: ObjectRef): Promise<Answer> {
    return this.answer('get', this.secret === undefined ? { type: 'gone' } : { type: 'object', object: this.secret, created: false });
  }

  create(object: KubeObject): Promise<Answer> {
    const [planned] = this.answers.create ?? [];
    if (planned === undefined && this.secret === undefined) this.secret = object;
    else if (planned === undefined) return this.answer('create', refused(409));
    return this.answer('create', { type: 'object', object, created: true });
  }

  seals(): Seals {
    return new Seals(this, place, () => this.now);
  }

  private answer(verb: 'get' | 'create', otherwise: Answer): Promise<Answer> {
    this.asked.push(verb);
    return Promise.resolve(this.answers[verb]?.shift() ?? otherwise);
  }
}

let server: Server;
beforeEach(() => {
  server = new Server();
});

async function sealed(seals = server.seals()): Promise<string> {
  const answer = await seals.seal(statement);
  if (answer.type !== 'sealed') throw new Error(`no seal: ${answer.why}`);
  return answer.seal;
}

test('the first account that may make the key makes it: random, immutable, of a type of its own; all others find it', async () => {
  const seal = await sealed();
  expect(server.asked).toEqual(['get', 'create']);
  expect(server.secret).toMatchObject({ type: SECRET_TYPE_KEY, immutable: true, metadata: place });
  expect(Buffer.from((server.secret?.['data'] as { key: string }).key, 'base64')).toHaveLength(32);
  const other = server.seals();
  await expect(other.doubt(seal, statement)).resolves.toBeUndefined();
  await expect(sealed(other)).resolves.toBe(seal);
  expect(server.asked).toEqual(['get', 'create', 'get']);
});

test('two clients that make it at the same moment use the same one', async () => {
  await sealed();
  server.answers = { get: [{ type: 'gone' }] };
  const late = server.seals();
  const seal = await sealed(late);
  await expect(server.seals().doubt(seal, statement)).resolves.toBeUndefined();
});

test('it is read once, also by several at the same moment', async () => {
  await sealed();
  server.asked.length = 0;
  const seals = server.seals();
  await Promise.all([seals.seal(statement), seals.seal(statement), seals.doubt('v1.x.y', statement)]);
  await seals.seal(statement);
  expect(server.asked).toEqual(['get']);
});

test('a connection has one for each place of the key', () => {
  expect(sealsOf(server)).toBe(sealsOf(server, { ...place }));
  expect(sealsOf(server)).not.toBe(sealsOf(server, { ...place, name: 'other' }));
  expect(sealsOf(server)).not.toBe(sealsOf(new Server()));
});

test('what has no seal needs no key to be doubted', async () => {
  await expect(server.seals().doubt(undefined, statement)).resolves.toBe('unsealed');
  expect(server.asked).toEqual([]);
});

test.each([
  ['is not there', { type: 'gone' } as Answer, 'key-missing'],
  ['is in a namespace that is not there', refused(404), 'key-missing'],
  ['is not for this account', refused(403), 'key-refused'],
  ['is something else', { type: 'object', object: { apiVersion: 'v1', kind: 'Secret', type: 'Opaque', metadata: {}, data: { key: 'A'.repeat(44) } }, created: false } as Answer, 'key-unusable'],
  ['is too short', { type: 'object', object: { apiVersion: 'v1', kind: 'Secret', type: SECRET_TYPE_KEY, metadata: {}, data: { key: 'AAAA' } }, created: false } as Answer, 'key-unusable'],
])('a key that %s trusts nothing, and is no error; it is asked for again a minute later', async (_, answer, why) => {
  const seal = await sealed();
  server.asked.length = 0;
  server.answers = { get: [answer] };
  const seals = server.seals();
  await expect(seals.doubt(seal, statement)).resolves.toBe(why);
  await expect(seals.doubt(seal, statement)).resolves.toBe(why);
  expect(server.asked).toEqual(['get']);
  server.now += 60_000;
  await expect(seals.doubt(seal, statement)).resolves.toBeUndefined();
});

test('an account that may neither read nor make it seals nothing', async () => {
  server.answers = { get: [refused(403)] };
  await expect(server.seals().seal(statement)).resolves.toEqual({ type: 'none', why: 'key-refused' });
  expect(server.asked).toEqual(['get']);
  server.answers = { get: [{ type: 'gone' }], create: [refused(403)] };
  const seals = server.seals();
  await expect(seals.canSeal()).resolves.toBe(false);
  await expect(seals.seal(statement)).resolves.toEqual({ type: 'none', why: 'key-refused' });
  expect(server.asked).toEqual(['get', 'get', 'create']);
});

test('a server that does not answer is an error, and nothing is remembered of it', async () => {
  const seals = server.seals();
  server.answers = { get: [lost] };
  await expect(seals.seal(statement)).rejects.toMatchObject({ code: 'state-unreachable' });
  await expect(sealed(seals)).resolves.toMatch(/^v1\./);
});

test('a key that was made anew is read again, at most once a minute', async () => {
  const seals = server.seals();
  const before = await sealed(seals);
  server.secret = undefined;
  const after = await sealed();
  expect(after).not.toBe(before);
  await expect(seals.doubt(after, statement)).resolves.toBe('seal-wrong');
  server.now += 60_000;
  await expect(seals.doubt(after, statement)).resolves.toBeUndefined();
  await expect(seals.doubt(before, statement)).resolves.toBe('seal-wrong');
});
