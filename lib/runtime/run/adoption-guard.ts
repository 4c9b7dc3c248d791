/** An adoption deletes nothing, whatever the record says by the time that it runs. */
import type { KeptCause } from '../../engine';
import type { Guard } from './guard';

export function adoptionGuard({ adopting }: { readonly adopting?: unknown }): Guard {
  if (adopting === undefined) return {};
  return {
    beforeDelete: ({ record: { extension } }) => ({
      concerns: () => true,
      refusal: () => Promise.resolve<KeptCause>({
        type: 'kept', code: 'extension-exists',
        message: `it was not deleted: extension "${extension}" has it, what is adopted does not, and an adoption deletes nothing`,
        hint: 'Give what is adopted another name.',
      }),
    }),
  };
}
