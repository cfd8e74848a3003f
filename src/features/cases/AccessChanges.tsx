import { FormProblem } from '@/components/FormProblem'
import { TitledCard } from '@/components/TitledCard'
import { Button } from '@/components/ui/Button'
import { messageOf } from '@/lib/errors'
import { accessCopy as copy } from './copy'
import { useSettleAccessChange } from './mutations'
import type { CustomerCase } from './queries'

/** What was changed while someone else may have had the account: the owner takes back or keeps each. */
export function AccessChanges({ changes }: { changes: CustomerCase['changes'] }) {
  return (
    <TitledCard title={copy.title}>
      <p className="text-muted">{copy.intro}</p>
      <ul className="mt-3 divide-y divide-line">
        {changes.map(({ name, words }) => (
          <Change key={name} name={name} words={words} />
        ))}
      </ul>
    </TitledCard>
  )
}

function Change({ name, words }: CustomerCase['changes'][number]) {
  const settle = useSettleAccessChange(name)
  const actions = name === 'card_seen' ? copy.card : copy.setting
  return (
    <li className="space-y-3 py-3 last:pb-0">
      <p className="wrap-anywhere">{words}</p>
      <FormProblem words={settle.error && { title: copy.failed, text: messageOf(settle.error) }} />
      <div className="flex flex-wrap gap-2">
        <Button
          pending={settle.isPending && settle.variables}
          disabled={settle.isPending}
          aria-label={`${actions.takeBack}: ${words}`}
          onClick={() => settle.mutate(true)}
        >
          {actions.takeBack}
        </Button>
        <Button
          variant="secondary"
          pending={settle.isPending && !settle.variables}
          disabled={settle.isPending}
          aria-label={`${actions.keep}: ${words}`}
          onClick={() => settle.mutate(false)}
        >
          {actions.keep}
        </Button>
      </div>
    </li>
  )
}
