/** What an operator of OLM is named by, and where it is taken over. Types only. */
import type { OperationOptions } from '../../runtime';

export interface OlmTarget {
  /** Name of the Subscription. */
  readonly subscription: string;
  readonly namespace: string;
  /** @default name of the package */
  readonly extension?: string;
  /** Field managers that are replaced beside those that are known. @default none */
  readonly managers?: readonly string[];
}

export type OlmPlace = Pick<OperationOptions, 'cluster' | 'stateNamespace' | 'stateKey' | 'trustState' | 'onNote'>;
