/** When and on what something was measured. */
export interface TakenOn {
  readonly takenAt: string;
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly memoryGiB: number;
    readonly node: string;
    readonly kubernetes: string;
  };
}
export function writeBetween(begin: string, end: string, text: string, page?: string): void;
export function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string;
export function takenOn(kubernetes: string): TakenOn;
export function machineText(taken: TakenOn): string;
