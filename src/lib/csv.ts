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

/** The state of an export to a CSV file, to continue it after a failure. */
export type CsvJob<Next = unknown> = {
  /** The file's text in parts. */
  parts: string[]
  rowCount: number
  /** The oldest time that was searched. */
  reached: string | null
  next: Next | null
  status: 'unfinished' | 'complete' | 'full'
}

/** The row limit of a spreadsheet, rounded down. */
const mostRows = 1_000_000

export function startCsv<Next>(columns: readonly string[]): CsvJob<Next> {
  return { parts: [byteOrderMark + csvLines([columns])], rowCount: 0, reached: null, next: null, status: 'unfinished' }
}

type CsvPage<Next> = { lines: string[][]; reached: string | null; next: Next | null }

/** Adds a page. `next` null: it was the last one. */
export function addCsvPage<Next, Job extends CsvJob<Next>>(job: Job, page: CsvPage<Next>, limit = mostRows): Job {
  const rowCount = job.rowCount + page.lines.length
  return {
    ...job,
    parts: [...job.parts, csvLines(page.lines)],
    rowCount,
    reached: page.reached ?? job.reached,
    next: page.next,
    status: page.next === null ? 'complete' : rowCount >= limit ? 'full' : 'unfinished',
  }
}

export type CsvRun<Job> = { job: Job; signal: AbortSignal; onProgress: (job: Job) => void }

/** Loads the rest of an export after `record`, which audits it. Null: it was cancelled. */
export async function runCsvExport<Job extends CsvJob>(
  { job, signal, onProgress }: CsvRun<Job>,
  record: () => PromiseLike<unknown>,
  loadPage: (job: Job) => Promise<Job>,
): Promise<Job | null> {
  let current = job
  try {
    await record()
    while (current.status === 'unfinished') {
      current = await loadPage(current)
      if (signal.aborted) return null
      onProgress(current)
    }
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
  return current
}
