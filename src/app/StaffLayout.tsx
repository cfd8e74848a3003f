import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate } from 'react-router-dom'
import { brand } from '@/brand'
import { TitleCount } from '@/components/useTitle'
import { agentOutboxName } from '@/features/staff/agent-console/agentOutboxName'
import { useWaitingChats } from '@/features/staff/agent-console/realtime'
import { useAgentPresence } from '@/features/staff/agent-console/useAgentPresence'
import { useOwnChats } from '@/features/staff/agent-console/useOwnChats'
import { useWaitingAlert } from '@/features/staff/agent-console/useWaitingAlert'
import { canUseApprovals } from '@/features/person/permissions/canUseApprovals'
import { approvalQueries } from '@/features/staff/approvals/queries'
import { useLiveApprovals } from '@/features/staff/approvals/realtime'
import { AuditAlarm } from '@/features/staff/audit/AuditAlarm'
import { useOutbox } from '@/features/contact/chat/outbox'
import { caseNewsQuery, overdueCasesQuery } from '@/features/staff/case-summaries/queries'
import { useOwnRoles } from '@/features/person/permissions/shared'
import { profileQueries } from '@/features/person/profile/queries'
import { staffTools } from '@/features/staff/support/staffTools'
import { lazyPart } from '@/lib/lazyPart'
import { agentChatPath, paths } from '@/lib/paths'
import { useSession, useUserId } from '@/lib/session'
import { useIsPageVisible } from '@/lib/useIsPageVisible'
import { areas } from './areas'
import { SkipLink } from './SkipLink'
import { staffEntries } from './staffEntries'
import { StaffNavigation, StaffTabs } from './StaffNavigation'
import { StaffPalette } from './StaffPalette'
import { useHeadingFocus } from './useHeadingFocus'
import { useRolesAfterRefusal } from './useRolesAfterRefusal'

const quiet =
  'flex min-h-11 items-center rounded px-2 text-secondary whitespace-nowrap hover:bg-brand-soft lg:min-h-9 lg:px-3'

const CaseNews = lazyPart(async () => (await import('@/features/staff/case-summaries/CaseNews')).CaseNews)
const AgentOutbox = lazyPart(async () => (await areas.staffChat.load()).AgentOutbox)

/** The back office: the full width, with its entries in one row at the top, and the tabs of the open one below. */
export function StaffLayout() {
  const main = useHeadingFocus()
  const navigate = useNavigate()
  const { signOut } = useSession()
  const userId = useUserId()
  const own = useOwnRoles()
  const name = useQuery(profileQueries.own(userId)).data?.fullName
  const tools = staffTools(own)
  const isAgent = tools.some(({ to }) => to === paths.adminChat)
  const waiting = useWaitingChats(userId, isAgent)
  useRolesAfterRefusal(userId)
  useAgentPresence(isAgent)
  useWaitingAlert(waiting, () => void navigate(paths.adminChat))
  const { pathname, search } = useLocation()
  const isInConsole = pathname === paths.adminChat
  const isVisible = useIsPageVisible()
  const unread = useOwnChats({
    isAgent,
    isInConsole,
    readingId: isInConsole && isVisible ? new URLSearchParams(search).get('chat') : null,
    onOpen: (chatId) => void navigate(agentChatPath(chatId)),
  })
  const answersDue = (waiting ?? 0) + unread
  const hasUnsent = useOutbox(agentOutboxName(userId)).length > 0
  const isApprover = canUseApprovals(own)
  const approvals = useQuery({ ...approvalQueries.count(), enabled: isApprover })
  useLiveApprovals(isApprover)
  const managesCases = tools.some(({ to }) => to === paths.adminCases)
  const overdue = useQuery({ ...overdueCasesQuery, enabled: managesCases })
  const caseNews = useQuery({ ...caseNewsQuery, enabled: managesCases })
  const isSuperAdmin = own.roles.includes('super_admin')
  const entries = staffEntries(own)
  const counts = {
    [paths.adminChat]: { count: answersDue, of: 'waiting' },
    [paths.adminApprovals]: { count: approvals.data ?? 0, of: 'waiting' },
    [paths.adminCases]: countOfCases(caseNews.data?.length ?? 0, overdue.data ?? 0),
  }
  return (
    <div data-back-office className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="flex flex-wrap items-center gap-x-4 border-b border-line bg-card px-4 lg:px-6">
        <Link to={paths.home} className="flex min-h-11 items-center gap-3 text-strong lg:min-h-9">
          <img src="/icon.svg" alt="" className="size-6" />
          <span className="max-sm:sr-only">{brand.name}</span>
        </Link>
        <StaffNavigation entries={entries} counts={counts} />
        <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end">
          {own.roles.length > 0 && (
            <StaffPalette screens={entries.flatMap(({ tabs }) => tabs)} own={own} isAgent={isAgent} className={quiet} />
          )}
          {name && <span className="truncate px-2 text-label max-sm:hidden">{name}</span>}
          <Link to={paths.more} className={quiet}>
            My account
          </Link>
          <button type="button" onClick={() => void signOut()} className={quiet}>
            Sign Out
          </button>
        </div>
      </header>
      <StaffTabs entries={entries} counts={counts} />
      {hasUnsent && <AgentOutbox />}
      {managesCases && <CaseNews />}
      {own.roles.length > 0 && <AuditAlarm isSuperAdmin={isSuperAdmin} />}
      <main ref={main} id="main" tabIndex={-1} className="flex w-full flex-1 flex-col outline-none">
        <TitleCount value={answersDue}>
          <Outlet />
        </TitleCount>
      </main>
    </div>
  )
}

/** The own cases first; the number of all without them. */
const countOfCases = (own: number, overdue: number) => ({
  count: own || overdue,
  of: own === 0 ? 'overdue' : overdue === 0 ? 'for you' : `for you, ${overdue} overdue in all`,
  isUrgent: overdue > 0,
})
