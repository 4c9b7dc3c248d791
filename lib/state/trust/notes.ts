/** What is worth saying of seals, in sentences. */
import type { NoKey, StateKeyPlace } from './key';

export function noteOfFormer(extension: string): string {
  return (
    `The record of extension "${extension}" says that it was rebuilt, and of which lost one. That is not sealed, `
    + 'so objects that still name the lost one count as those of another extension.'
  );
}

const WHY: Readonly<Record<NoKey, (secret: string) => string>> = {
  'key-missing': (secret) => `Secret ${secret}, which holds the key for that, does not exist and cannot be made`,
  'key-refused': (secret) => `Secret ${secret}, which holds the key for that, is not for this account`,
  'key-unusable': (secret) => `Secret ${secret} holds no key`,
};

export function noteOfUnsealed(extension: string, why: NoKey, { namespace, name }: StateKeyPlace): string {
  return (
    `What is kept of extension "${extension}" is not sealed: ${WHY[why](`${namespace}/${name}`)}. `
    + 'A rollback will have to be told that it may be trusted.'
  );
}
