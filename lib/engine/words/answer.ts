import type { Answer } from '../ports';

/**
 * Why a request came to nothing, as the end of a sentence.
 * @param otherwise where neither the server nor the network says so. @default the type of the answer
 */
export function wordsOfAnswer(answer: Answer, otherwise: string = answer.type): string {
  if (answer.type === 'refused') return answer.status.message;
  return answer.type === 'lost' ? answer.message : otherwise;
}
