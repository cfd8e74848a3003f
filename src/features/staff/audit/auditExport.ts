import { addCsvPage, type CsvJob, startCsv, withoutFormula } from '@/lib/csv'
import { londonSecond } from '@/lib/dates'
import { auditCopy } from './copy'
import { describeDetails, describeSubject, fullText } from './describeEntry'
import type { AuditEntry, AuditFilter } from './queries'
import { auditSystem, describeAction } from './shared'

/** The most rows per call. The server records an export before it sends rows. */
export const exportPageSize = 1000

/** `next` is the last row of the page before. */
export type AuditExport = CsvJob<number> & { filter: AuditFilter }

export function startAuditExport(filter: AuditFilter): AuditExport {
  return { ...startCsv<number>(auditCopy.columns), filter }
}

export function addAuditPage(job: AuditExport, entries: AuditEntry[]): AuditExport {
  const last = entries.at(-1)
  return addCsvPage<number, AuditExport>(job, {
    lines: entries.map(toLine),
    reached: last?.createdAt ?? null,
    next: last === undefined || entries.length < exportPageSize ? null : last.id,
  })
}

/** `day`: 'YYYY-MM-DD'. */
export function auditFileName(day: string): string {
  return `audit-${day}.csv`
}

function toLine(entry: AuditEntry): string[] {
  const { id, createdAt, actorId, actorName, action, personId, personName, details, hash } = entry
  const texts = [
    actorName ?? actorId ?? auditSystem,
    describeAction(action),
    personName ?? personId ?? '',
    describeSubject(entry) ?? '',
    describeDetails(details, fullText)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
  ]
  return [String(id), londonSecond(createdAt), ...texts.map(withoutFormula), hash]
}
