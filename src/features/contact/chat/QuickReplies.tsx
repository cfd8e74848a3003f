import { useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/Button'
import { chatCopy } from './copy'
import { openingWords } from './openingWords'
import { chatQueries } from './queries'

/** The start of a chat: who answers, and common questions. */
export function QuickReplies({ onChoose }: { onChoose: (text: string) => void }) {
  const opensAt = useQuery(chatQueries.agentHours()).data?.opensAt ?? null
  return (
    <div className="pt-4">
      <p className="text-muted">{chatCopy.start(opensAt === null ? null : openingWords(opensAt))}</p>
      <ul aria-label="Quick replies" className="flex flex-wrap gap-2 pt-4">
        {chatCopy.quickReplies.map((text) => (
          <li key={text}>
            <Button variant="secondary" className="rounded-full text-left text-sm" onClick={() => onChoose(text)}>
              {text}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
