import type { ButtonHTMLAttributes, Ref } from 'react'
import { cn } from '@/lib/cn'
import { buttonLook, type ButtonVariant } from './buttonLook'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  ref?: Ref<HTMLButtonElement>
  variant?: ButtonVariant
  /** While true, the button ignores presses, keeps its width and the focus, and reads `pendingLabel`. */
  pending?: boolean
  pendingLabel?: string
}

export function Button({
  variant = 'primary',
  pending = false,
  pendingLabel = 'Processing...',
  disabled,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      // A disabled button would lose the focus.
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      className={cn(buttonLook(variant), className)}
    >
      <span className="grid">
        <span
          className={cn(
            'col-start-1 row-start-1 inline-flex items-center justify-center gap-2',
            pending && 'invisible',
          )}
        >
          {children}
        </span>
        {pending && <span className="col-start-1 row-start-1 text-center">{pendingLabel}</span>}
      </span>
    </button>
  )
}
