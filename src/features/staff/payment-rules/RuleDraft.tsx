import { useId, useRef, useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { FormProblem } from '@/components/FormProblem'
import { ReasonDialog } from '@/features/staff/saved-texts/shared'
import { StaffCard } from '@/components/StaffCard'
import { Button } from '@/components/ui/Button'
import { Checkbox } from '@/components/ui/Checkbox'
import { InputField } from '@/components/ui/Input'
import { messageOf } from '@/lib/errors'
import { useUserId } from '@/lib/session'
import { useForm } from '@/lib/useForm'
import { actionWords, ruleCopy, ruleWords } from './copy'
import { useAskForRules, useTryRules } from './mutations'
import type { Trial } from './queries'
import {
  fieldOf,
  formValues,
  readForm,
  ruleActions,
  ruleNames,
  ruleUnits,
  switchOf,
  type DraftRule,
  type Rule,
} from './rules'
import { TrialFigures } from './TrialFigures'

type Tried = { trial: Trial; draft: string }

/** A change of the rules that the super admin tries, and then asks a second one for. */
export function RuleDraft({ rules, isBlocked }: { rules: Rule[]; isBlocked: boolean }) {
  const { draft: copy } = ruleCopy
  const id = useId()
  const tryRules = useTryRules()
  const [tried, setTried] = useState<Tried | null>(null)
  const [isDiscarding, setIsDiscarding] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const initial = formValues(rules)
  const form = useForm({
    initial,
    check: readForm,
    submit: async (draft: DraftRule[]) => {
      setTried(null)
      setTried({ trial: await tryRules.mutateAsync(draft), draft: JSON.stringify(draft) })
    },
    failure: (error) => ({ title: copy.failed, text: messageOf(error) }),
    draft: `rules:${useUserId()}`,
  })
  const isEdited = Object.keys(initial).some((field) => form.values[field] !== initial[field])
  return (
    <>
      <StaffCard title={copy.title} heading={heading}>
        <form {...form.props}>
          <p className="px-4 pb-3 text-secondary">{copy.text}</p>
          <div className="divide-y divide-line border-y border-line">
            {ruleNames.map((name) => (
              <div
                key={name}
                role="group"
                aria-labelledby={`${id}-${name}`}
                className="grid gap-3 px-4 py-3 lg:grid-cols-4"
              >
                <p id={`${id}-${name}`} className="text-name">
                  {ruleWords[name].title}
                </p>
                {ruleActions.map((action) => {
                  const rule = { name, action }
                  return (
                    <div key={action}>
                      <Checkbox
                        label={actionWords[action]}
                        checked={form.values[switchOf(rule)] === 'on'}
                        onChange={(isOn) => form.set({ [switchOf(rule)]: isOn ? 'on' : 'off' })}
                      />
                      {ruleUnits[name] !== null && (
                        <InputField
                          label={`${actionWords[action]}: ${ruleWords[name].field.toLowerCase()}`}
                          {...form.field(fieldOf(rule))}
                          inputMode={ruleUnits[name] === 'pounds' ? 'decimal' : 'numeric'}
                          autoComplete="off"
                          maxLength={16}
                        />
                      )}
                    </div>
                  )
                })}
              </div>
            ))}
          </div>
          <div className="space-y-3 px-4 py-3">
            <FormProblem words={form.problem} />
            <output className="block text-secondary">{form.isPending && copy.progress}</output>
            <div className="flex flex-wrap gap-3">
              <Button type="submit" pending={form.isPending} pendingLabel={copy.pending}>
                {copy.action}
              </Button>
              {isEdited && !form.isPending && (
                <Button variant="secondary" onClick={() => setIsDiscarding(true)}>
                  {copy.discard}
                </Button>
              )}
            </div>
          </div>
        </form>
      </StaffCard>
      {tried !== null && (
        <Result
          trial={tried.trial}
          isStale={JSON.stringify(readForm(form.values)) !== tried.draft}
          isBlocked={isBlocked}
          onAsked={() => {
            setTried(null)
            form.reset()
            heading.current?.focus()
          }}
        />
      )}
      {isDiscarding && (
        <ConfirmDialog
          title={ruleCopy.discard.title}
          text={ruleCopy.discard.text}
          confirmLabel={ruleCopy.discard.action}
          fallbackFocus={heading}
          onConfirm={() => {
            form.reset()
            setTried(null)
            setIsDiscarding(false)
          }}
          onClose={() => setIsDiscarding(false)}
        />
      )}
    </>
  )
}

type ResultProps = { trial: Trial; isStale: boolean; isBlocked: boolean; onAsked: () => void }

function Result({ trial, isStale, isBlocked, onAsked }: ResultProps) {
  const { result, ask: copy } = ruleCopy
  const [isAsking, setIsAsking] = useState(false)
  const ask = useAskForRules()
  return (
    <StaffCard title={result.title}>
      <TrialFigures result={trial.result} />
      <div className="border-t border-line px-4 py-3">
        {isStale || isBlocked ? (
          <p className="text-small text-care">{isStale ? result.stale : copy.blocked}</p>
        ) : (
          <Button onClick={() => setIsAsking(true)}>{copy.action}</Button>
        )}
      </div>
      {isAsking && (
        <ReasonDialog
          title={copy.title}
          text={copy.text}
          confirmLabel={copy.action}
          submit={async (reason) => {
            await ask.mutateAsync({ id: trial.id, reason })
            onAsked()
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </StaffCard>
  )
}
