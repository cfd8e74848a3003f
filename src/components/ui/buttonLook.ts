import { cn } from '@/lib/cn'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

const looks: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-strong',
  secondary: 'border border-control bg-card text-ink hover:bg-brand-soft',
  quiet: 'text-brand hover:bg-brand-soft',
  danger: 'bg-danger text-on-danger hover:opacity-90',
}

/** The look of a button, also for links. */
export function buttonLook(variant: ButtonVariant): string {
  return cn(
    'inline-flex min-h-(--control-height) items-center justify-center rounded px-(--button-space) py-(--control-space) text-center text-button transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-progress aria-disabled:opacity-70',
    looks[variant],
  )
}
