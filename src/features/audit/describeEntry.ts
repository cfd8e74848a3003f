import type { Json } from '@/lib/database.types'
import { formatPence, poundsToPence } from '@/lib/money'
import { auditCopy } from './copy'

/** 'approve_user' → 'Approved a user'. An action without words is shown by its name. */
export function describeAction(action: string): string {
  const words = action.replaceAll('_', ' ')
  return auditCopy.actions[action] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const amounts = new Set(['amount', 'from', 'to', 'paid_out', 'old_balance', 'new_balance'])
/** Of a longer list, only the length is shown. */
const listedAtMost = 4

/** The details of a row as pairs such as 'role' and 'admin'. The row already shows the user. */
export function describeDetails(details: Json): [string, string][] {
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return []
  return Object.entries(details)
    .filter(([name, value]) => name !== 'user_id' && value !== undefined && value !== null)
    .map(([name, value]) => [name.replaceAll('_', ' '), describeValue(name, value ?? null)])
}

function describeValue(name: string, value: Json): string {
  if (typeof value === 'number') return amounts.has(name) ? formatPence(poundsToPence(value)) : String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value.replaceAll('_', ' ')
  if (!Array.isArray(value)) return JSON.stringify(value)
  return value.length > listedAtMost || name === 'people'
    ? String(value.length)
    : value.map((item) => describeValue(name, item)).join(', ')
}
