import { brand } from '@/brand'
import { Button } from '@/components/ui/Button'
import { chatCopy } from './copy'

/** The start of a chat: who answers, and common questions. */
export function QuickReplies({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <div className="pt-4">
      <p className="text-muted">
        {`${brand.assistantName} answers here at any time. If you would rather talk to a person, ask for an agent.`}
      </p>
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
