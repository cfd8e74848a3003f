import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { TitledCard } from '@/components/TitledCard'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { suspensionCopy as copy } from '@/features/care/suspension/copy'
import { SuspendedChat } from '@/features/care/suspension/SuspendedChat'
import { suspensionQueries, type Suspension } from '@/features/care/suspension/queries'
import { cn } from '@/lib/cn'
import { londonDay } from '@/lib/dates'
import { lazyPart } from '@/lib/lazyPart'
import { useSession, useUserId } from '@/lib/session'
import { toast } from '@/lib/toast'
import { SuspendedStatement, SuspendedStatements } from './SuspendedStatements'

const ComplaintForm = lazyPart(async () => (await import('@/features/care/cases/ComplaintForm')).ComplaintForm)
const NewPin = lazyPart(async () => (await import('@/features/care/suspension/NewPin')).NewPin)
const SuspendedLetters = lazyPart(async () => (await import('./SuspendedLetters')).SuspendedLetters)
const CaseAnswer = lazyPart(async () => (await import('@/features/care/cases/CaseAnswer')).CaseAnswer)

const chatHash = '#chat'
const complaintHash = '#complaint'
const lettersHash = '#letters'
/** Of the current account, or of a savings account. A month opens its statement. */
const statementsHash = (savingsId?: string, month = 'statements') =>
  savingsId === undefined ? `#${month}` : `#${month}/${savingsId}`

/**
 * All that a suspended customer has, at every address. The fragment says which part is open: the text, the chat with a person, a
 * complaint, the letters, the list of statements, or a statement. After a slash it has the savings account of the statements.
 */
export function SuspendedScreen() {
  const userId = useUserId()
  const navigate = useNavigate()
  const { hash } = useLocation()
  const [today] = useState(() => londonDay(new Date()))
  const suspension = useQuery(suspensionQueries.own(userId))
  const account = suspension.data?.account ?? null
  const goTo = (to: string) => () => void navigate({ hash: to })
  if (hash === chatHash)
    return (
      <Part title={copy.chatTitle} onBack={goTo('')}>
        {/* Full width, down to the bottom of the screen. */}
        <div className="-mx-4 -mb-[max(1.5rem,env(safe-area-inset-bottom))] flex flex-1 flex-col">
          <SuspendedChat userId={userId} />
        </div>
      </Part>
    )
  if (hash === complaintHash) return <Complaint onLeave={goTo('')} />
  if (hash === lettersHash)
    return (
      <Part title={copy.letters} onBack={goTo('')}>
        <SuspendedLetters userId={userId} />
      </Part>
    )
  const [part = '', savingsId] = hash.slice(1).split('/')
  if (account !== null && part === 'statements')
    return (
      <Part title={copy.statements} onBack={goTo('')}>
        <SuspendedStatements
          userId={userId}
          savingsId={savingsId}
          today={today}
          hashOf={(month) => statementsHash(savingsId, month)}
          onChoose={(id) => goTo(statementsHash(id))()}
        />
      </Part>
    )
  if (account !== null && part !== '')
    return (
      <Part title={copy.statements} onBack={goTo(statementsHash(savingsId))}>
        <SuspendedStatement userId={userId} savingsId={savingsId} account={account} today={today} period={part} />
      </Part>
    )
  return (
    <Part title={copy.title}>
      <Loaded query={suspension} what="your account" skeleton={<Skeleton className="h-96" />}>
        {(shown) => shown !== null && <Told shown={shown} onAnswered={() => void suspension.refetch()} />}
      </Loaded>
    </Part>
  )
}

function Part({ title, onBack, children }: { title: string; onBack?: () => void; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col">
      <Screen title={title} back={onBack} width="reading">
        {children}
      </Screen>
    </main>
  )
}

function Complaint({ onLeave }: { onLeave: () => void }) {
  const handleSent = () => {
    toast.success(copy.complained)
    onLeave()
  }
  return (
    <Part title={copy.complain} onBack={onLeave}>
      <ComplaintForm transactionId="" hasPayments={false} onSent={handleSent} />
    </Part>
  )
}

function Told({ shown, onAnswered }: { shown: Suspension; onAnswered: () => void }) {
  const { signOut } = useSession()
  return (
    <div className="space-y-4">
      {shown.sections.map(({ name, title, text }) => (
        <TitledCard key={name} title={title}>
          <p className={cn('wrap-anywhere', name === 'news' && shown.is_delayed && 'text-name text-danger')}>{text}</p>
          {name === 'reason' && shown.needs_pin && <NewPin caseId={shown.case_id} />}
          {name === 'works' && shown.account !== null && <WayTo hash={statementsHash()}>{copy.statements}</WayTo>}
          {name === 'person' && <WayTo hash={chatHash}>{copy.chat}</WayTo>}
          {name === 'complaint' && (
            <>
              <WayTo hash={complaintHash}>{copy.complain}</WayTo>
              <WayTo hash={lettersHash}>{copy.letters}</WayTo>
            </>
          )}
        </TitledCard>
      ))}
      {shown.question !== null && <CaseAnswer id={shown.case_id} question={shown.question} onSent={onAnswered} />}
      <Button variant="secondary" className="w-full" onClick={() => void signOut()}>
        {copy.signOut}
      </Button>
      <p className="text-secondary">{copy.demonstration}</p>
    </div>
  )
}

function WayTo({ hash, children }: { hash: string; children: string }) {
  return (
    <Link to={hash} className={cn(buttonLook('secondary'), 'mt-3 w-full')}>
      {children}
    </Link>
  )
}
