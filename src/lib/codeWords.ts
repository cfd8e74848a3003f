/** The words of a code. One that this version does not know is shown by its name: 'some_new_code' → 'Some new code'. */
export function wordsOf(words: Readonly<Record<string, string | undefined>>, code: string): string {
  const name = code.replaceAll('_', ' ')
  return words[code] ?? name.charAt(0).toUpperCase() + name.slice(1)
}
