/** What ends a check midway; it becomes a finding and never leaves this folder. */
export class Refusal extends Error {
  /** @param of what is at fault */
  constructor(
    readonly of: 'schema' | 'configuration',
    message: string,
  ) {
    super(message);
  }
}
