/** The first character of a file: without it, spreadsheets do not read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Rows of a table (RFC 4180). User input goes through `withoutFormula` first. */
export function csvLines(rows: (readonly string[])[]): string {
  return rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('')
}

/**
 * A spreadsheet runs a cell that starts like a formula, and the payer chooses the reference. An apostrophe makes it text.
 * Some spreadsheets read the full-width signs as the plain ones.
 */
export function withoutFormula(text: string): string {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
}

function toField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
