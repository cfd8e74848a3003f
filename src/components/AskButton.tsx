import type { UseMutationResult } from '@tanstack/react-query'
import { useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { messageOf } from '@/lib/errors'
import { toast, type ToastWords } from '@/lib/toast'
import { ConfirmDialog } from './ConfirmDialog'
import type { ConfirmationProps } from './Confirmation'
import { Button } from './ui/Button'
import { IconButton } from './ui/IconButton'

/** `confirmLabel`: by default the label of the button. */
type Question<Args> = Partial<Pick<ConfirmationProps, 'confirmLabel' | 'closeLabel' | 'variant'>> & {
  title: string
  text: string
  /** What the change gets. */
  args: Args
}

type AskButtonProps<Args, Answer> = Pick<
  ComponentProps<typeof Button>,
  'aria-label' | 'className' | 'onClick' | 'pending' | 'variant'
> & {
  label: string
  /** Shown instead of the label. */
  icon?: ReactNode
  /** Null: the button asks nothing, and a press runs `onClick`. */
  question: Question<Args> | null
  change: Pick<UseMutationResult<Answer, Error, Args>, 'mutate' | 'reset' | 'isPending' | 'error'>
  /** The words of a failure, which the change itself does not show. */
  failure?: (message: string) => ToastWords
  onDone?: (answer: Answer) => void
}

const anyFailure = (text: string): ToastWords => ({ title: 'Error', text })

/**
 * A button that asks before it changes something. The question stays open with the error when the change fails, and closes
 * when it has succeeded. It keeps its words and its arguments while it is open: the user agrees to what they have read.
 */
export function AskButton<Args, Answer>(props: AskButtonProps<Args, Answer>) {
  const { label, icon, question, change, failure = anyFailure, onDone, onClick, ...look } = props
  const [asked, setAsked] = useState<Question<Args> | null>(null)
  const opened = useRef(asked)
  const show = (next: typeof asked) => setAsked((opened.current = next))
  const handlePress: typeof onClick = (event) => {
    if (question === null) return onClick?.(event)
    // A change that is still under way stays the one that the question shows.
    if (!change.isPending) change.reset()
    show(question)
  }
  const handleConfirm = (args: Args) =>
    change.mutate(args, {
      onSuccess: (answer) => {
        show(null)
        onDone?.(answer)
      },
      onError: (error) => {
        if (opened.current === null) toast.error(failure(messageOf(error)))
      },
    })

  return (
    <>
      {icon === undefined ? (
        <Button {...look} onClick={handlePress}>
          {label}
        </Button>
      ) : (
        <IconButton label={label} className={look.className} onClick={handlePress}>
          {icon}
        </IconButton>
      )}
      {asked !== null && (
        <ConfirmDialog
          confirmLabel={label}
          {...asked}
          pending={change.isPending}
          problem={change.error && failure(messageOf(change.error))}
          onConfirm={() => handleConfirm(asked.args)}
          onClose={() => show(null)}
        />
      )}
    </>
  )
}
