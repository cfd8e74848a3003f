import type { Roles } from '@/features/person/permissions/queries'
import { foldText } from '@/lib/foldText'
import {
  adminCasePath,
  adminTransactionPath,
  adminUserPath,
  agentChatPath,
  auditRowPath,
  paths,
  transcriptPath,
} from '@/lib/paths'
import { paletteCopy as copy } from './copy'

export type PaletteItem = { label: string; note?: string; to: string }

export type IdKind = 'user' | 'payment' | 'chat' | 'transcript' | 'case'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export function isId(text: string): boolean {
  return uuid.test(text.trim())
}

const pathOf: Record<IdKind, (id: string) => string> = {
  user: adminUserPath,
  payment: adminTransactionPath,
  chat: agentChatPath,
  transcript: transcriptPath,
  case: adminCasePath,
}

export function toKinds(found: string[]): IdKind[] {
  const kinds: IdKind[] = ['user', 'payment', 'chat', 'transcript', 'case']
  return kinds.filter((kind) => found.includes(kind))
}

/**
 * What the palette offers for a text: the screens whose name contains it, the record with this id, and the searches that
 * the person may run. A search opens the list, which audits it.
 */
export function paletteItems(
  text: string,
  screens: PaletteItem[],
  { roles, permissions }: Roles,
  kinds: IdKind[] = [],
): PaletteItem[] {
  const wanted = text.trim()
  const items = screens.filter(({ label }) => foldText(label).includes(foldText(wanted)))
  if (wanted === '') return items
  const may = (permission: string) => roles.includes('admin') && permissions.includes(permission)
  const inList = (path: string) => `${path}#${new URLSearchParams({ search: wanted })}`
  if (isId(wanted)) items.push(...kinds.map((kind) => ({ label: copy.open[kind], to: pathOf[kind](wanted) })))
  else {
    if (may('approve_users')) items.push({ label: copy.users(wanted), to: inList(paths.adminUsers) })
    if (may('view_transactions')) items.push({ label: copy.payments(wanted), to: inList(paths.adminTransactions) })
    if (may('manage_cases')) items.push({ label: copy.cases(wanted), to: inList(paths.adminCases) })
    if (may('manage_chat')) items.push({ label: copy.chats(wanted), to: inList(paths.adminChat) })
  }
  if (roles.includes('super_admin')) {
    items.push({ label: copy.audit(wanted), to: inList(paths.adminAudit) })
    if (/^\d{1,15}$/.test(wanted)) items.push({ label: copy.auditRow(wanted), to: auditRowPath(Number(wanted)) })
  }
  return items
}

/** The option after (1) or before (-1) this one, round the ends. */
export function nextOption(current: number, step: 1 | -1, count: number): number {
  return count === 0 ? 0 : (current + step + count) % count
}
