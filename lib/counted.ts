/** A number with its noun, as a sentence needs it: `1 object`, `2 objects`. @param several @default the noun with an s */
export function counted(count: number, noun: string, several = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : several}`;
}
