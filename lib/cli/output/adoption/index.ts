/** What is shown of taking over: what, from whom, what is left alone. */
export { takingDocument, takingLines } from './taking';
