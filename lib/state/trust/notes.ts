/** What is worth saying of seals, in sentences. */
import type { NoKey, StateKeyPlace } from './key';

export function noteOfFormer(extension: string): string {
  return (
    `The record of extension "${extension}" says that it was rebuilt, and which lost record it replaces. That is not sealed, `
    + 'so objects that still name the lost one count as those of another extension.'
  );
}

const WHY: Readonly<Record<NoKey, (secret: string) => string>> = {
  'key-missing': (secret) => `Secret ${secret}, which holds the key, does not exist and cannot be created`,
  'key-refused': (secret) => `this account may not read Secret ${secret}, which holds the key`,
  'key-unusable': (secret) => `Secret ${secret} holds no key`,
};

export function noteOfUnsealed(extension: string, why: NoKey, { namespace, name }: StateKeyPlace): string {
  return (
    `The record of extension "${extension}" is not sealed: ${WHY[why](`${namespace}/${name}`)}. `
    + 'A later rollback has to be told to trust it.'
  );
}
