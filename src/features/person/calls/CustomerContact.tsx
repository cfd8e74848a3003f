import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { Tag } from '@/components/Tag'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { needQueries } from '@/features/person/support-needs/queries'
import { messageOf } from '@/lib/errors'
import { useForm } from '@/lib/useForm'
import { useNow } from '@/lib/useNow'
import { contactCopy as copy } from './copy'
import { useEnterCode, useMarkCall } from './mutations'
import { callQueries } from './queries'

const lookEvery = 5_000

/** Beside a customer's name, while a code that the agent typed confirms them. */
export function ConfirmedTag({ userId }: { userId: string }) {
  const { data } = useQuery(callQueries.customer(userId))
  return data?.code?.outcome === 'confirmed' ? <Tag>{copy.confirmed}</Tag> : null
}

type CustomerContactProps = {
  userId: string
  /** Whether the agent has manage_chat. It can end during a call. */
  isAllowed?: boolean
  /** Draws the frame around the content. */
  children: (content: ReactNode) => ReactNode
}

/** For agents: marks a call to the customer, and checks the customer's code. Nothing where neither is possible. */
export function CustomerContact({ userId, isAllowed = true, children }: CustomerContactProps) {
  const { data: contact } = useQuery({ ...callQueries.customer(userId), enabled: isAllowed })
  const mark = useMarkCall(userId)
  // What is shown above the name, without another read that is audited.
  const { data: help } = useQuery({ ...needQueries.effects(userId), enabled: false })
  const now = useNow(lookEvery)
  if (!contact?.isOn) return null
  const { call, hasApp, isColleagueCalling, wasReported } = contact
  if (!isAllowed) {
    return (
      call !== null &&
      children(
        <div role="alert">
          <Alarm>{copy.rightLost}</Alarm>
        </div>,
      )
    )
  }
  return children(
    <div className="space-y-3 text-small">
      {hasApp && help?.effects.includes('write') && <p className="text-strong text-care">{copy.write}</p>}
      {hasApp && (
        <Button
          variant="secondary"

          disabled={isColleagueCalling}
          pending={mark.isPending}
          pendingLabel={copy.starting}
          onClick={() => mark.mutate(call?.id ?? null)}
        >
          {call === null ? copy.start : copy.end}
        </Button>
      )}
      {/* Also where the customer freezes the account during a call. */}
      <div role="status" className="space-y-1">
        {!hasApp && <p>{copy.noApp}</p>}
        {call !== null && (
          <>
            <p>{copy.shown(call.agentName)}</p>
            <p>
              {copy.say} <span className="text-body text-strong">{call.words.join(' ')}</span>
            </p>
            <p className="text-secondary">{copy.notSeen}</p>
            <p className="text-secondary">{copy.until(minutesUntil(call.endsAt, now))}</p>
          </>
        )}
        {isColleagueCalling && <p>{copy.colleague}</p>}
        {wasReported && call === null && <Alarm>{copy.reported}</Alarm>}
      </div>
      {hasApp && <CodeForm userId={userId} outcome={contact.code?.outcome ?? null} />}
    </div>,
  )
}

const minutesUntil = (endsAt: number, now: number) => Math.max(1, Math.round((endsAt - now) / 60_000))

function Alarm({ children }: { children: string }) {
  return <p className="rounded bg-danger-soft p-2 text-label text-danger">{children}</p>
}

function CodeForm({ userId, outcome }: { userId: string; outcome: 'confirmed' | 'wrong' | 'late' | null }) {
  const enter = useEnterCode(userId)
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => {
      const digits = code.replace(/\s/g, '')
      return /^\d{6}$/.test(digits) ? digits : { errors: { code: copy.short } }
    },
    submit: (code) => enter.mutateAsync(code),
    onSuccess: () => form.reset(),
    failure: (error) => ({ title: copy.failed, text: messageOf(error) }),
  })
  // What became of an earlier code is not what became of this one.
  const isRefused = form.problem === null && (outcome === 'wrong' || outcome === 'late')
  return (
    <form {...form.props} className="space-y-2">
      <InputField label={copy.label} {...form.field('code')} inputMode="numeric" autoComplete="off" maxLength={7} />
      <div role="status">
        {isRefused && <p className="text-danger">{copy[outcome]}</p>}
        {outcome === 'confirmed' && <p className="text-secondary">{copy.means}</p>}
      </div>
      <FormProblem words={form.problem} />
      <Button
        type="submit"
        variant="secondary"

        pending={form.isPending}
        pendingLabel={copy.checking}
      >
        {copy.check}
      </Button>
    </form>
  )
}
