import { SendHorizontal } from 'lucide-react'
import { useEffect, useId, useRef, type KeyboardEvent, type SubmitEvent, useState } from 'react'
import { bottomBar } from '@/components/bottomBar'
import { isComposing } from '@/components/isComposing'
import { controlLook } from '@/components/ui/Input'
import { cleanChatText, textLimit } from './chatText'
import { cn } from '@/lib/cn'
import { countCharacters } from '@/lib/safeText'
import { draftStore } from '@/lib/storage'
import { useReplyMenu, type QuickText } from './useReplyMenu'

type ComposerProps = {
  /** The storage name of the draft. */
  draft: string
  /** Disables sending. */
  isBusy: boolean
  /** Returns whether the text was accepted. Text that was not stays in the field. */
  onSend: (text: string) => boolean
  onTyping: () => void
  label?: string
  /** Ctrl or Cmd and Enter, after the text was sent. */
  onSendAndEnd?: () => void
  /** Moves the focus into the field. */
  hasFocus?: boolean
  /** What '/' and a shortcut insert. */
  replies?: QuickText[]
}

/** From this length on, the counter is shown. */
const nearLimit = textLimit - 200

export function Composer({
  draft,
  isBusy,
  onSend,
  onTyping,
  label = 'Write a message',
  replies,
  onSendAndEnd,
  hasFocus = false,
}: ComposerProps) {
  const [text, setText] = useDraft(draft)
  const input = useRef<HTMLTextAreaElement>(null)
  const counterId = useId()
  const cleaned = cleanChatText(text)
  useEffect(() => {
    if (hasFocus) input.current?.focus({ preventScroll: true })
  }, [hasFocus])
  const isEmpty = cleaned === ''
  // Longer text is refused, not cut: the end of a pasted text must not disappear unnoticed.
  const count = countCharacters(cleaned)
  const isTooLong = count > textLimit

  const menu = useReplyMenu(text, replies, insert)

  function insert(reply: QuickText) {
    setText(reply.text)
    input.current?.focus()
  }

  /** Whether the text was sent. */
  function send(): boolean {
    input.current?.focus()
    if (isBusy || isEmpty || isTooLong || !onSend(cleaned)) return false
    setText('')
    return true
  }

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    send()
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (menu.handleKey(event)) return
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
    event.preventDefault()
    const isEnd = event.ctrlKey || event.metaKey
    const isDone = (isEnd && isEmpty) || send()
    if (isEnd && isDone) onSendAndEnd?.()
  }

  function handleChange(next: string) {
    setText(next)
    onTyping()
  }

  return (
    <form
      ref={bottomBar}
      onSubmit={handleSubmit}
      className="sticky bottom-0 z-10 border-t border-line bg-page px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <ReplyMenu menu={menu} onChoose={insert} />
      <div className="flex items-end gap-2">
        {/* A disabled field would lose the focus and close a phone's keyboard. */}
        <textarea
          ref={input}
          rows={1}
          value={text}
          readOnly={isBusy}
          aria-disabled={isBusy || undefined}
          aria-invalid={isTooLong || undefined}
          aria-label={label}
          aria-autocomplete={replies === undefined ? undefined : 'list'}
          aria-controls={menu.matches.length > 0 ? menu.listId : undefined}
          aria-activedescendant={menu.matches.length > 0 ? menu.optionId(menu.index) : undefined}
          aria-describedby={count > nearLimit ? counterId : undefined}
          placeholder={label}
          enterKeyHint="send"
          autoComplete="off"
          onChange={(event) => handleChange(event.target.value)}
          onKeyDown={handleKeyDown}
          className={cn(controlLook, 'field-sizing-content max-h-36 resize-none py-3 aria-disabled:opacity-60')}
        />
        <button
          type="submit"
          aria-label="Send"
          disabled={isBusy || isEmpty || isTooLong}
          className="inline-flex size-12 shrink-0 items-center justify-center rounded-full bg-brand text-on-brand transition-colors hover:bg-brand-strong disabled:cursor-not-allowed disabled:opacity-50"
        >
          <SendHorizontal aria-hidden className="size-5" />
        </button>
      </div>
      {count > nearLimit && (
        <p id={counterId} className={cn('pt-1 text-small tabular-nums', isTooLong ? 'text-danger' : 'text-muted')}>
          {count}/{textLimit}
          {isTooLong && '. Shorten your message to send it.'}
        </p>
      )}
    </form>
  )
}

type ReplyMenuProps = { menu: ReturnType<typeof useReplyMenu>; onChoose: (reply: QuickText) => void }

/** The saved replies above the composer. The focus stays in the composer, whose arrow keys choose. */
function ReplyMenu({ menu: { matches, index, listId, optionId }, onChoose }: ReplyMenuProps) {
  if (matches.length === 0) return null
  return (
    <div
      role="listbox"
      id={listId}
      aria-label="Saved replies"
      className="mb-2 max-h-48 overflow-y-auto rounded border border-line bg-card shadow-card"
    >
      {matches.map((reply, nth) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys are the composer's
        <div
          key={reply.id}
          role="option"
          id={optionId(nth)}
          aria-selected={nth === index}
          // The composer keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(reply)}
          className={cn('cursor-pointer px-3 py-2 text-small', nth === index ? 'bg-brand-soft' : 'hover:bg-page')}
        >
          <span className="text-name">/{reply.shortcut}</span>
          <span className="line-clamp-1 text-muted">{reply.text}</span>
        </div>
      ))}
    </div>
  )
}

/** The text of an input, stored for a reload. */
function useDraft(name: string) {
  const [text, setText] = useState(() => {
    const kept = draftStore.read(name)
    return typeof kept === 'string' ? kept : ''
  })
  function change(next: string) {
    setText(next)
    if (next === '') draftStore.clear(name)
    else draftStore.write(name, next)
  }
  return [text, change] as const
}
