/** The codes of a table of words as docs/findings.md lists them: with `e` for errors, `w` for warnings. */
export function codesOf(wording: Readonly<Record<string, unknown>>, warnings: readonly string[]): readonly string[] {
  return Object.keys(wording).map((code) => `${code} ${warnings.includes(code) ? 'w' : 'e'}`);
}
