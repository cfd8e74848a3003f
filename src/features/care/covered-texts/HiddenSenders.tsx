import { useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import { SheetSection } from '@/components/SheetSection'
import { Skeleton } from '@/components/Skeleton'
import { SpokenDigits } from '@/components/SpokenDigits'
import { Button } from '@/components/ui/Button'
import { useUserId } from '@/lib/session'
import { coveredCopy } from './copy'
import { useShowSender } from './mutations'
import { coveredQueries } from './queries'

const { senders: copy } = coveredCopy

/** The senders whose messages the customer has hidden. Where the bank hides none any more, only those of before. */
export function HiddenSenders({ isOff }: { isOff: boolean }) {
  const senders = useQuery(coveredQueries.senders(useUserId()))
  const show = useShowSender()
  if (isOff && !senders.data?.length) return null
  return (
    <SheetSection title={copy.title}>
      <Loaded query={senders} what={copy.what} skeleton={<Skeleton className="h-10" />}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-secondary">{copy.none}</p>
          ) : (
            <ul className="space-y-3">
              {list.map((sender) => (
                <li key={`${sender.sortCode} ${sender.accountNumber}`} className="flex flex-wrap items-center gap-3">
                  <span className="min-w-0 flex-1 wrap-anywhere">
                    {sender.name}
                    <span className="block text-secondary tabular-nums">
                      <SpokenDigits>{sender.sortCode}</SpokenDigits> ·{' '}
                      <SpokenDigits>{sender.accountNumber}</SpokenDigits>
                    </span>
                  </span>
                  <Button
                    variant="secondary"
                    aria-label={`${copy.show}: ${sender.name}`}
                    pending={show.isPending && show.variables === sender}
                    onClick={() => show.mutate(sender)}
                  >
                    {copy.show}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </SheetSection>
  )
}
