/** Why a configuration schema cannot be used. */
import type { Issue } from '../../issue';

export type SchemaFault =
  | { readonly fault: 'dialect' | 'mixed-dialects'; readonly dialect: string; readonly pointer?: string }
  | { readonly fault: 'endless' | 'key-proto' | 'large-enum'; readonly pointer: string }
  | { readonly fault: 'too-deep' | 'too-long' | 'too-many-schemas' | 'too-many-references'; readonly limit: number }
  | { readonly fault: 'too-many-entries' | 'too-many-keywords' | 'too-many-patterns' | 'too-many-unevaluated'; readonly limit: number }
  | { readonly fault: 'too-many-forms'; readonly keyword: string; readonly pointer: string; readonly limit: number }
  | { readonly fault: 'no-object' | 'endless-defaults' }
  | { readonly fault: 'pattern'; readonly pattern: string; readonly pointer: string; readonly why: PatternFault }
  | { readonly fault: 'unfit-defaults'; readonly problems: readonly Issue[] }
  | { readonly fault: 'unfit-default'; readonly pointer: string; readonly problems: readonly Issue[] }
  | { readonly fault: 'slow-default'; readonly pointer: string }
  | { readonly fault: 'unknown-reference'; readonly reference: string }
  /** A schema of a library that does not say it in JSON Schema, as far as known with the reason in its words. */
  | { readonly fault: 'no-json-schema'; readonly vendor: string; readonly reason?: string }
  /** What it gives is not what it was given, defaults apart; `pointer` is a place of the schema, `field` one of the configuration. */
  | { readonly fault: 'transforms'; readonly pointer: string }
  | { readonly fault: 'changes-value'; readonly field: string }
  | { readonly fault: 'asynchronous' }
  | { readonly fault: 'throws'; readonly reason: string }
  /** In the words of the validator. */
  | { readonly fault: 'not-compiled'; readonly reason: string };

/** Why a pattern cannot be used. */
export type PatternFault =
  | { readonly fault: 'too-long'; readonly characters: number; readonly limit: number }
  | { readonly fault: 'too-many-steps'; readonly limit: number }
  | { readonly fault: 'looks-around' | 'refers-back' }
  /** In the words of the engine. */
  | { readonly fault: 'syntax'; readonly reason: string };
