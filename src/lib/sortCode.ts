/** What sort codes and account numbers are copied with: spaces, every kind of dash, and invisible characters. */
const separator = String.raw`[\s\p{Pd}\u2212\p{Cf}]`
const separators = new RegExp(separator, 'gu')
const sortCode = new RegExp(`^\\d{2}${separator}*\\d{2}${separator}*\\d{2}$`, 'u')

/** '12-34-56', '12 34 56' or '12–34–56' → '123456'. */
export function stripSeparators(text: string): string {
  return text.replace(separators, '')
}

/** Six digits → 'NN-NN-NN'; any other text unchanged. */
export function formatSortCode(text: string): string {
  const digits = stripSeparators(text)
  return /^[0-9]{6}$/.test(digits) ? `${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}` : text
}

/** Six digits, with or without separators between the pairs. */
export function isSortCode(text: string): boolean {
  return sortCode.test(text.trim())
}

/** Eight digits, with or without separators. */
export function isAccountNumber(text: string): boolean {
  return /^[0-9]{8}$/.test(stripSeparators(text))
}
