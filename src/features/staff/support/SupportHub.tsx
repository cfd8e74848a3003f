import { useQuery } from '@tanstack/react-query'
import {
  ArrowLeftRight,
  CalendarClock,
  FileText,
  Frown,
  HeartHandshake,
  List,
  LogOut,
  MessageCircle,
  MessageSquareMore,
  Settings,
  Store,
  UserRound,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { Dialog } from '@/components/ui/Dialog'
import { ContactCard } from '@/features/person/calls/shared'
import { chatQueries } from '@/features/contact/chat/queries'
import { permissionQueries } from '@/features/person/permissions/queries'
import { profileQueries } from '@/features/person/profile/queries'
import { paths } from '@/lib/paths'
import { isFirstRead } from '@/lib/queryState'
import { supportCopy, toolNotes as notes } from './copy'
import { useLiveChatBanner } from './realtime'
import { staffTools } from './staffTools'
import { ToolList } from './ToolList'

type SupportHubProps = {
  userId: string
  /** Not on the home screen, which greets the customer at the top. */
  hasGreeting?: boolean
  onSignOut: () => void
}

/** Help, the staff tools, and the user's settings. */
export function SupportHub({ userId, hasGreeting = true, onSignOut }: SupportHubProps) {
  const profile = useQuery(profileQueries.own(userId))
  // A customer has none to read.
  const isStaff = typeof profile.data?.staffIdleMinutes === 'number'
  const roles = useQuery({ ...permissionQueries.own(userId), enabled: isStaff })
  const conversation = useQuery(chatQueries.conversation(userId))
  useLiveChatBanner(userId)
  const [isMoreOpen, setIsMoreOpen] = useState(false)
  return (
    <div className="space-y-6">
      <div>
        {hasGreeting && <p className="text-title wrap-anywhere">Hello {firstWord(profile.data?.fullName)},</p>}
        <p className="text-secondary">How can we help you today?</p>
      </div>
      <ContactCard />
      {[profile, conversation, roles].some(isFirstRead) ? (
        <>
          <output className="sr-only">Loading your tools</output>
          <Skeleton className="h-96" />
        </>
      ) : (
        <>
          {conversation.data && <ActiveChat />}
          <ToolList
            title="Tools"
            tools={[
              { icon: MessageCircle, label: 'Chat with us', to: paths.chat, note: notes.chat },
              { icon: ArrowLeftRight, label: 'Manage Payments', to: paths.managePayments, note: notes.payees },
              {
                icon: CalendarClock,
                label: 'Regular and future payments',
                to: paths.regularPayments,
                note: notes.later,
              },
              { icon: List, label: 'Help with your transactions', to: paths.transactions, note: notes.transactions },
              {
                icon: MessageSquareMore,
                label: 'More support',
                onPress: () => setIsMoreOpen(true),
                opensDialog: true,
                note: notes.more,
              },
              { icon: HeartHandshake, label: 'Financial support', to: paths.accountManagement, note: notes.account },
              { icon: Store, label: 'Branch support', to: paths.branchSupport, note: notes.details },
              { icon: FileText, label: 'Your cases', to: paths.cases },
              { icon: Frown, label: "I'm unhappy about something", to: paths.complaint },
            ]}
          />
          {isStaff && (
            <Loaded query={roles} what="all of your tools" skeleton={null}>
              {(own) => {
                const tools = staffTools(own)
                return tools.length > 0 && <ToolList title="Admin Tools" tools={tools} />
              }}
            </Loaded>
          )}
          <ToolList
            title="Account"
            tools={[
              { icon: UserRound, label: 'Profile', to: paths.profile },
              { icon: Settings, label: 'Settings', to: paths.settings },
              { icon: LogOut, label: 'Sign Out', onPress: onSignOut },
            ]}
          />
        </>
      )}
      {isMoreOpen && <NotYetDialog {...supportCopy.moreSupport} onClose={() => setIsMoreOpen(false)} />}
    </div>
  )
}

/** The link to an open chat. If the query fails, 'Chat with us' leads there too. */
function ActiveChat() {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded border-l-4 border-control bg-card p-4">
      <p className="flex-1 text-strong">Active Chat Session</p>
      <Link to={paths.chat} className={buttonLook('primary')}>
        Return to Chat
      </Link>
    </div>
  )
}

type NotYetWords = { title: string; text: string }

/** Says that a function is not available yet. */
function NotYetDialog({ title, text, onClose }: NotYetWords & { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title={title} description={text}>
      <Button className="w-full" onClick={onClose}>
        OK
      </Button>
    </Dialog>
  )
}

/** The first word of the full name, or 'User' without a name. */
function firstWord(fullName: string | null | undefined): string {
  return fullName?.trim().split(/\s+/)[0] || 'User'
}
