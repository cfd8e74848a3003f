import { useQuery } from '@tanstack/react-query'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { messageOf } from '@/lib/errors'
import { useUserId } from '@/lib/session'
import { useNow } from '@/lib/useNow'
import { callCopy } from './copy'
import { useMakeCode } from './mutations'
import { callQueries } from './queries'

const copy = callCopy.code
const askEvery = 3000

/** The code that the customer tells an agent. */
export function IdentityCode({ onClose }: { onClose: () => void }) {
  const make = useMakeCode()
  const made = make.data
  const usedBy = useQuery({
    ...callQueries.own(useUserId()),
    enabled: made !== undefined,
    refetchInterval: askEvery,
  }).data?.codeUsedBy
  return (
    <Dialog open onOpenChange={onClose} title={copy.title} description={copy.text}>
      <div className="space-y-4">
        {made !== undefined && !make.isPending && <Code key={made.endsAt} {...made} usedBy={usedBy ?? null} />}
        <FormProblem words={make.isError ? { title: 'No code', text: messageOf(make.error) } : null} />
        <Button
          data-first-focus
          className="w-full"
          variant={made === undefined ? 'primary' : 'secondary'}
          pending={make.isPending}
          pendingLabel={copy.making}
          onClick={() => make.mutate()}
        >
          {made === undefined ? copy.make : copy.another}
        </Button>
      </div>
    </Dialog>
  )
}

function Code({ code, endsAt, usedBy }: { code: string; endsAt: number; usedBy: string | null }) {
  const now = useNow(500)
  const seconds = Math.max(0, Math.ceil((endsAt - now) / 1000))
  if (usedBy !== null) return <output className="block font-medium">{copy.used(usedBy)}</output>
  if (seconds === 0) return <output className="block text-muted">{copy.over}</output>
  return (
    <div>
      <output
        aria-label={`${copy.label}: ${code.split('').join(' ')}`}
        className="block rounded bg-brand-soft py-4 text-center text-2xl font-semibold tracking-widest tabular-nums"
      >
        {code.slice(0, 3)} {code.slice(3)}
      </output>
      <p className="mt-2 text-sm text-muted tabular-nums">{copy.lives(seconds)}</p>
    </div>
  )
}
