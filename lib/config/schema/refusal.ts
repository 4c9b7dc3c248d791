/** What ends a check midway; it becomes an issue and never leaves this folder. */
import type { PatternFault, SchemaFault } from './schema-fault';

/** The schema cannot be used. */
export class SchemaRefusal extends Error {
  constructor(readonly fault: SchemaFault) {
    super(fault.fault);
  }
}

/** A pattern cannot be used. */
export class PatternRefusal extends Error {
  constructor(readonly fault: PatternFault) {
    super(fault.fault);
  }
}

/** Checking the configuration would take too long. */
export class TooSlow extends Error {}
