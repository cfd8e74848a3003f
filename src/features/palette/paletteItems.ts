import type { Roles } from '@/features/permissions/queries'
import { adminUserPath, agentChatPath, auditRowPath, paths } from '@/lib/paths'
import { paletteCopy as copy } from './copy'

export type PaletteItem = { label: string; to: string }

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * What the palette offers for a text: the screens whose name contains it, and the searches that the person may run. A
 * search opens the list, which audits it.
 */
export function paletteItems(text: string, screens: PaletteItem[], { roles, permissions }: Roles): PaletteItem[] {
  const wanted = text.trim()
  const items = screens.filter(({ label }) => label.toLowerCase().includes(wanted.toLowerCase()))
  if (wanted === '') return items
  const may = (permission: string) => roles.includes('admin') && permissions.includes(permission)
  const isId = uuid.test(wanted)
  if (may('approve_users')) {
    items.push(
      isId
        ? { label: copy.user, to: adminUserPath(wanted) }
        : { label: copy.users(wanted), to: `${paths.adminUsers}#${new URLSearchParams({ search: wanted })}` },
    )
  }
  if (may('view_transactions') && isId) {
    items.push({ label: copy.payment, to: `${paths.adminTransactions}#${new URLSearchParams({ id: wanted })}` })
  }
  if (may('manage_chat')) {
    items.push(
      isId
        ? { label: copy.chat, to: agentChatPath(wanted) }
        : { label: copy.chats(wanted), to: `${paths.adminChat}#${new URLSearchParams({ search: wanted })}` },
    )
  }
  if (roles.includes('super_admin')) {
    items.push({ label: copy.audit(wanted), to: `${paths.adminAudit}#${new URLSearchParams({ search: wanted })}` })
    if (/^\d{1,15}$/.test(wanted)) items.push({ label: copy.auditRow(wanted), to: auditRowPath(Number(wanted)) })
  }
  return items
}

/** The option after (1) or before (-1) this one, round the ends. */
export function nextOption(current: number, step: 1 | -1, count: number): number {
  return count === 0 ? 0 : (current + step + count) % count
}
