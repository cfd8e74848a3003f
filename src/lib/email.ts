/** Something@something.something, without spaces: what can be known without sending a mail. */
export function isEmail(text: string): boolean {
  return /^[^\s@<>",;]+@[^\s@.<>",;]+(\.[^\s@.<>",;]+)+$/.test(text.trim())
}
