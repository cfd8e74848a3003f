import { ArrowLeftRight, CalendarClock, ChevronRight, ScanLine, UserRound, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '@/lib/paths'

const rowLook =
  'flex min-h-18 w-full items-center gap-4 px-4 py-3 text-left transition-colors first:rounded-t last:rounded-b hover:bg-brand-soft'

/** The menu of Pay & Transfer. */
export function PayMenu({ onChoose }: { onChoose: (step: 'pay-someone' | 'transfer-accounts') => void }) {
  return (
    <ul className="mt-2 divide-y lg:mt-0 divide-line rounded bg-card shadow-card">
      <li>
        <button type="button" onClick={() => onChoose('pay-someone')} className={rowLook}>
          <Row icon={UserRound} title="Pay" text="New or existing payee, or standing order" />
        </button>
      </li>
      <li>
        <button type="button" onClick={() => onChoose('transfer-accounts')} className={rowLook}>
          <Row icon={ArrowLeftRight} title="Transfer" text="Money between your own accounts" />
        </button>
      </li>
      <li>
        <Link to={paths.regularPayments} className={rowLook}>
          <Row
            icon={CalendarClock}
            title="Regular and future payments"
            text="See, change or cancel what we will send"
          />
        </Link>
      </li>
      <li>
        <Link to={paths.scheduledPayments} className={rowLook}>
          <Row icon={ScanLine} title="Pay in cheque" text="Deposit up to £5,000 per day" />
        </Link>
      </li>
    </ul>
  )
}

function Row({ icon: Icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <>
      <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand">
        <Icon aria-hidden className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-name">{title}</span> <span className="block text-secondary">{text}</span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </>
  )
}
