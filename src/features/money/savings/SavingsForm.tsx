import { useState } from 'react'
import { AmountField } from '@/components/AmountField'
import { DateField } from '@/components/DateField'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { addDays, londonDay } from '@/lib/dates'
import { messageOf } from '@/lib/errors'
import { readAmount } from '@/lib/paymentRules'
import { countCharacters, textProblem } from '@/lib/safeText'
import { useForm, type FieldProblem } from '@/lib/useForm'
import { savingsColours, toColour, type SavingsColour } from './colours'
import { savingsCopy } from './copy'
import type { Saving } from './mutations'
import { SavingsMark } from './SavingsMark'

/** As typed; `goal` in pounds. */
type Values = { name: string; colour: string; goal: string; goalOn: string }

export const nothingTyped: Values = { name: '', colour: 'green', goal: '', goalOn: '' }

const nameLimit = 30

type SavingsFormProps = {
  initial: Values
  draft: string
  forgetsOnLeave?: boolean
  label: string
  /** The title of a failure. */
  failed: string
  submit: (saving: Saving) => Promise<unknown>
  onDone?: () => void
}

/** Name, colour and goal of a savings account. */
export function SavingsForm({ initial, draft, forgetsOnLeave, label, failed, submit, onDone }: SavingsFormProps) {
  const form = useForm({
    initial,
    draft,
    forgetsOnLeave,
    check: readSaving,
    submit,
    onSuccess: onDone,
    failure: (error) => ({ title: failed, text: messageOf(error) }),
  })
  const [tomorrow] = useState(() => addDays(londonDay(new Date()), 1))
  const { name, colour, goal, goalOn } = form.values
  return (
    <form {...form.props} className="space-y-4">
      <InputField
        label="Name"
        {...form.field('name')}
        autoComplete="off"
        placeholder="Holiday"
        counter={`${countCharacters(name.trim())}/${nameLimit}`}
      />
      <ColourChoice value={toColour(colour)} onChange={(chosen) => form.set({ colour: chosen })} />
      <AmountField
        label="Goal (£)"
        hint={savingsCopy.form.goalHint}
        value={goal}
        onChange={(typed) => form.set({ goal: typed })}
        error={form.errors.goal}
      />
      {goal.trim() !== '' && (
        <div>
          <DateField
            label="Save it by"
            day={goalOn}
            from={tomorrow}
            onChange={(day) => form.set({ goalOn: day })}
            error={form.errors.goalOn}
          />
          {goalOn !== '' && (
            <Button variant="quiet" className="-ml-5" onClick={() => form.set({ goalOn: '' })}>
              {savingsCopy.form.noDay}
            </Button>
          )}
        </div>
      )}
      <FormProblem words={form.problem} />
      <Button type="submit" pending={form.isPending} className="w-full">
        {label}
      </Button>
    </form>
  )
}

type ColourChoiceProps = { value: SavingsColour; onChange: (colour: string) => void }

function ColourChoice({ value, onChange }: ColourChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-label">Colour</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-2">
        {Object.entries(savingsColours).map(([colour, words]) => (
          <label
            key={colour}
            className="relative flex min-h-13 cursor-pointer items-center gap-2 rounded border border-control bg-card px-2 text-name has-checked:ring-1 has-checked:ring-brand has-checked:border-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name="colour"
              value={colour}
              checked={colour === value}
              onChange={() => onChange(colour)}
              className="absolute inset-0 cursor-pointer appearance-none rounded outline-none"
            />
            <SavingsMark colour={toColour(colour)} />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function readSaving({ name, colour, goal, goalOn }: Values): Saving | FieldProblem<keyof Values> {
  const words = savingsCopy.form
  const typed = name.trim()
  const hasGoal = goal.trim() !== ''
  const pence = readAmount(goal)
  const nameProblem =
    typed === '' ? words.nameNeeded : countCharacters(typed) > nameLimit ? words.nameTooLong : textProblem(typed)
  const isDayOver = hasGoal && goalOn !== '' && goalOn <= londonDay(new Date())
  if (nameProblem !== null || isDayOver || (hasGoal && pence === null)) {
    return {
      errors: {
        ...(nameProblem !== null && { name: nameProblem }),
        ...(hasGoal && pence === null && { goal: words.badGoal }),
        ...(isDayOver && { goalOn: words.dayPassed }),
      },
    }
  }
  return {
    name: typed,
    colour: toColour(colour),
    goal: hasGoal ? pence : null,
    goalOn: hasGoal && goalOn !== '' ? goalOn : null,
  }
}
