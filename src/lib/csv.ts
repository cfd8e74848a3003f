/** Begins a file: without it, spreadsheets take UTF-8 for something else. */
export const byteOrderMark = '\uFEFF'

/** Rows of a table (RFC 4180). Text that a person chose goes through `withoutFormula` first. */
export function csvLines(rows: (readonly string[])[]): string {
  return rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('')
}

/**
 * A spreadsheet runs a cell that begins like a formula, and whoever pays somebody chooses the reference. Behind an
 * apostrophe it is text. The wide signs are what some spreadsheets take for the plain ones.
 */
export function withoutFormula(text: string): string {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
}

function toField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
