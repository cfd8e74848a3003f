import type { ButtonHTMLAttributes } from 'react'
import { cn } from '@/lib/cn'

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> & { label: string }

/** A square target around one icon, of 44 px for customers; `label` is what it does. */
export function IconButton({ label, className, children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={cn(
        'inline-flex size-[min(calc(var(--spacing)*11),var(--control-height))] shrink-0 items-center justify-center rounded-full text-ink hover:bg-brand-soft',
        className,
      )}
    >
      {children}
    </button>
  )
}
