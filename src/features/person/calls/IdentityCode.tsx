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
        <div>
          <Code made={make.isPending ? undefined : made} usedBy={usedBy ?? null} />
          <FormProblem words={make.isError ? { title: 'No code', text: messageOf(make.error) } : null} />
        </div>
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

/** Screen readers hear the code, but not each second of its time. */
function Code({ made, usedBy }: { made: { code: string; endsAt: number } | undefined; usedBy: string | null }) {
  const now = useNow(500)
  const seconds = made === undefined || usedBy !== null ? 0 : Math.max(0, Math.round((made.endsAt - now) / 1000))
  return (
    <>
      <output className="block">
        {made === undefined ? null : usedBy !== null ? (
          <span className="text-name">{copy.used(usedBy)}</span>
        ) : seconds === 0 ? (
          <span className="text-muted">{copy.over}</span>
        ) : (
          <>
            <span className="sr-only">
              {copy.label}: {made.code.split('').join(' ')}
            </span>
            <span aria-hidden className="block rounded bg-sunken py-4 text-center text-code">
              {made.code.slice(0, 3)} {made.code.slice(3)}
            </span>
          </>
        )}
      </output>
      {seconds > 0 && <p className="mt-2 text-secondary tabular-nums">{copy.lives(seconds)}</p>}
    </>
  )
}
