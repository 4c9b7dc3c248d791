/** Whatever its record says by then, an adoption deletes nothing. */
import { adoptionGuard, type Guard } from '../../../../lib/runtime/run';

const job = { apiVersion: 'batch/v1', kind: 'Job', namespace: 'shop', name: 'migrate' };
type Run = Parameters<NonNullable<Guard['beforeDelete']>>[0];
const run = { record: { extension: 'web' } } as unknown as Run;

test('every delete of an adoption is refused, and says why', async () => {
  const guard = adoptionGuard({ adopting: { managers: [], seen: [] } }).beforeDelete?.(run);
  expect(guard?.concerns(job)).toBe(true);
  await expect(guard?.refusal(job)).resolves.toMatchObject({
    type: 'kept', code: 'extension-exists', message: 'it was not deleted: extension "web" has it, what is adopted does not, and an adoption deletes nothing',
  });
});

test('an apply is asked nothing', () => {
  expect(adoptionGuard({}).beforeDelete).toBeUndefined();
});
