import { useQuery } from '@tanstack/react-query'
import { FormProblem } from '@/components/FormProblem'
import { Loaded } from '@/components/Loaded'
import { SheetSection } from '@/components/SheetSection'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { TextAreaField } from '@/components/ui/Input'
import { Switch } from '@/components/ui/Switch'
import { useIsTurnedOff } from '@/features/person/profile/queries'
import { messageOf } from '@/lib/errors'
import { inOneParagraph, textProblem } from '@/lib/safeText'
import { useUserId } from '@/lib/session'
import { useForm } from '@/lib/useForm'
import { usePendingChanges } from '@/lib/usePendingChanges'
import { needsCopy, needWords } from './copy'
import { DebtAdvice } from './DebtAdvice'
import { needsTurn, useSetNeed, type NeedChange } from './mutations'
import { needQueries, type SupportNeed } from './queries'

const longest = 300

/** What the customer asks for. Each choice is saved at once. */
export function SupportNeeds() {
  const needs = useQuery(needQueries.own(useUserId()))
  const isOff = useIsTurnedOff('support_needs')
  const showsLooks = !useIsTurnedOff('account_looks')
  return (
    <div className="space-y-6">
      <p className="text-secondary">
        {isOff ? needsCopy.turnedOff : needsCopy.intro} {showsLooks && needsCopy.looks}
      </p>
      <Loaded query={needs} what="how we can help you" skeleton={<Skeleton className="h-100" />}>
        {(own) => {
          const words = own.find(({ need }) => need === 'own_words')?.ownWords ?? ''
          return (
            <>
              <Choices needs={own} isOff={isOff} />
              {(!isOff || words !== '') && <OwnWords stored={words} />}
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

/** `isOff`: only what was asked for before is there to be switched off. */
function Choices({ needs, isOff }: { needs: SupportNeed[]; isOff: boolean }) {
  const { mutate: set } = useSetNeed()
  const pending = usePendingChanges<NeedChange>(needsTurn)
  return (
    <div className="space-y-4">
      {Object.entries(needWords).map(([need, { label, hint }]) => {
        const stored = needs.find((own) => own.need === need)
        if (isOff && stored === undefined) return null
        // A gambling block that is switched off, and not a need that the customer is asked about.
        const offUntil = stored?.isAsked === false ? stored.endsAt : null
        const pressed = pending.findLast((change) => change.need === need)
        const isOn = pressed?.isOn ?? (stored !== undefined && offUntil === null)
        return (
          <div key={need} className="space-y-1">
            <Switch
              label={label}
              hint={offUntil === null ? hint : needsCopy.blockedUntil(offUntil)}
              checked={isOn}
              onChange={(checked) => set({ need, isOn: checked })}
            />
            {need === 'money_worries' && isOn && <DebtAdvice />}
          </div>
        )
      })}
    </div>
  )
}

function OwnWords({ stored }: { stored: string }) {
  const { ownWords } = needsCopy
  const set = useSetNeed({ failure: false })
  const form = useForm({
    initial: { ownWords: stored },
    draft: `support-words:${useUserId()}`,
    forgetsOnLeave: true,
    check: ({ ownWords: typed }) => {
      const words = inOneParagraph(typed)
      const problem = textProblem(words)
      return problem === null ? { words } : { errors: { ownWords: problem } }
    },
    submit: ({ words }) =>
      set.mutateAsync({ need: 'own_words', isOn: words !== '', ...(words !== '' && { ownWords: words }) }),
    failure: (error) => ({ ...needsCopy.notSaved, text: messageOf(error) }),
  })
  return (
    <SheetSection title={ownWords.title}>
      <form {...form.props} className="space-y-3">
        <TextAreaField
          label={ownWords.label}
          hint={ownWords.hint}
          {...form.field('ownWords')}
          counter={`${form.values.ownWords.length}/${longest}`}
          rows={4}
          maxLength={longest}
        />
        <FormProblem words={form.problem} />
        <Button type="submit" className="w-full" pending={form.isPending}>
          {ownWords.save}
        </Button>
      </form>
    </SheetSection>
  )
}
