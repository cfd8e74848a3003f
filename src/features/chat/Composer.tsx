import { SendHorizontal } from 'lucide-react'
import { useId, useRef, type KeyboardEvent, type SubmitEvent } from 'react'
import { controlLook } from '@/components/ui/Input'
import { cleanChatText, textLimit } from '@/lib/chatText'
import { cn } from '@/lib/cn'
import { useDraft } from './useDraft'

type ComposerProps = {
  /** The storage name of the draft. */
  draft: string
  /** Disables sending. */
  isBusy: boolean
  /** Returns whether the text was accepted. Text that was not stays in the field. */
  onSend: (text: string) => boolean
  onTyping: () => void
}

/** From this length on, the counter is shown. */
const nearLimit = textLimit - 200

export function Composer({ draft, isBusy, onSend, onTyping }: ComposerProps) {
  const [text, setText] = useDraft(draft)
  const input = useRef<HTMLTextAreaElement>(null)
  const counterId = useId()
  const isEmpty = cleanChatText(text) === ''

  function send() {
    input.current?.focus()
    if (isBusy || isEmpty) return
    if (onSend(cleanChatText(text))) setText('')
  }

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    send()
  }

  function handleKeyDown(event: KeyboardEvent) {
    // In some languages Enter also confirms a composed character.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  function handleChange(next: string) {
    setText(next)
    onTyping()
  }

  return (
    <form
      onSubmit={handleSubmit}
      className="sticky bottom-0 z-10 border-t border-line bg-page/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur"
    >
      <div className="flex items-end gap-2">
        {/* A disabled field would lose the focus and close a phone's keyboard. */}
        <textarea
          ref={input}
          rows={1}
          value={text}
          maxLength={textLimit}
          readOnly={isBusy}
          aria-disabled={isBusy || undefined}
          aria-label="Write a message"
          aria-describedby={text.length > nearLimit ? counterId : undefined}
          placeholder="Write a message"
          enterKeyHint="send"
          autoComplete="off"
          onChange={(event) => handleChange(event.target.value)}
          onKeyDown={handleKeyDown}
          className={cn(controlLook, 'field-sizing-content max-h-36 resize-none py-3 aria-disabled:opacity-60')}
        />
        <button
          type="submit"
          aria-label="Send"
          disabled={isBusy || isEmpty}
          className="inline-flex size-12 shrink-0 items-center justify-center rounded-full bg-brand text-on-brand transition-colors hover:bg-brand-strong disabled:cursor-not-allowed disabled:opacity-50"
        >
          <SendHorizontal aria-hidden className="size-5" />
        </button>
      </div>
      {text.length > nearLimit && (
        <p id={counterId} className="pt-1 text-sm text-muted tabular-nums">
          {text.length}/{textLimit}
        </p>
      )}
    </form>
  )
}
