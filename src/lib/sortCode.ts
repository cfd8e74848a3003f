/** '12-34-56' or '12 34 56' → '123456'. */
export function stripSortCode(text: string): string {
  return text.replace(/[\s-]/g, '')
}

/** Six digits → 'NN-NN-NN'; any other text unchanged. */
export function formatSortCode(text: string): string {
  const digits = stripSortCode(text)
  return /^[0-9]{6}$/.test(digits) ? `${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}` : text
}

/** Six digits, with or without dashes. */
export function isSortCode(text: string): boolean {
  return /^[0-9]{2}-?[0-9]{2}-?[0-9]{2}$/.test(text.trim())
}

export function isAccountNumber(text: string): boolean {
  return /^[0-9]{8}$/.test(text.trim())
}
