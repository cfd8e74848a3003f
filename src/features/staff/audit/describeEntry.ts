import { auditActions, describeAction } from './shared'
import type { Json } from '@/lib/database.types'
import { formatDay, formatDenseSecond, isDay } from '@/lib/dates'
import { foldText } from '@/lib/foldText'
import { formatPence, poundsToPence } from '@/lib/money'
import { auditCopy } from './copy'
import type { AuditEntry } from './queries'

/** The actions whose words contain this text: the database knows only their names. */
export function actionsWith(text: string): string[] {
  const wanted = foldText(text)
  return Object.keys(auditActions).filter((action) => foldText(describeAction(action)).includes(wanted))
}

/** 'Payment £12.50 to Mill Lane Lettings'. Null for a user, whom the row names, or without a subject. */
export function describeSubject({ subjectKind, subjectName, subjectId }: AuditEntry): string | null {
  if (subjectKind === 'person' || subjectId === null) return null
  const kind = subjectKind === null ? undefined : auditCopy.kinds[subjectKind]
  return [kind, subjectName ?? (subjectKind === 'chat' ? null : shortId(subjectId))].filter(Boolean).join(' ')
}

export function shortId(id: string): string {
  return id.slice(0, 8)
}

const amounts = new Set(['amount', 'from', 'to', 'paid_out', 'old_balance', 'new_balance'])
/** Of a longer list, only the length is shown. */
const listedAtMost = 4

/** The details of a row as pairs such as 'role' and 'admin'. Ids are left out: the row names what they identify. */
export function describeDetails(details: Json, describeText = shortText): [string, string][] {
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return []
  return Object.entries(details)
    .filter(([name, value]) => !name.endsWith('_id') && name !== 'asked_by' && value !== undefined && value !== null)
    .map(([name, value]) => [name.replaceAll('_', ' '), describeValue(name, value ?? null, describeText)])
}

function describeValue(name: string, value: Json, describeText: typeof fullText): string {
  if (typeof value === 'number') return amounts.has(name) ? formatPence(poundsToPence(value)) : String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return describeText(value)
  if (!Array.isArray(value)) return JSON.stringify(value)
  return value.length > listedAtMost
    ? String(value.length)
    : value.map((item) => describeValue(name, item, describeText)).join(', ')
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const sha256 = /^[\da-f]{64}$/

/** For the screen: a time in the form of the row's own, and a short hash. */
function shortText(text: string): string {
  if (time.test(text)) return formatDenseSecond(text)
  if (isDay(text)) return formatDay(text)
  return sha256.test(text) ? shortId(text) : fullText(text)
}

/** For the export. */
export function fullText(text: string): string {
  return text.replaceAll('_', ' ')
}

/** The name of a user as the rows show it. */
export function nameIn(entries: AuditEntry[], id: string): string {
  for (const { actorId, actorName, personId, personName } of entries) {
    if (actorId === id && actorName !== null) return actorName
    if (personId === id && personName !== null) return personName
  }
  return shortId(id)
}
