/** Something@something.something without spaces: all that can be checked without sending a mail. */
export function isEmail(text: string): boolean {
  return /^[^\s@<>",;]+@[^\s@.<>",;]+(\.[^\s@.<>",;]+)+$/.test(text.trim())
}
