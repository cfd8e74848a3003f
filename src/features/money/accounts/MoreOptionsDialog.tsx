import {
  ChartColumn,
  ChevronRight,
  CreditCard,
  FileText,
  List,
  LogOut,
  PiggyBank,
  Settings,
  UsersRound,
} from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { Dialog } from '@/components/ui/Dialog'
import { paths } from '@/lib/paths'

const ways = [
  { icon: List, label: 'Transactions', to: paths.transactions },
  { icon: FileText, label: 'Statements', to: paths.statements },
  { icon: CreditCard, label: 'Cards', to: paths.cards },
  { icon: ChartColumn, label: 'Insights', to: paths.insights },
  { icon: PiggyBank, label: 'Open a savings account', to: paths.openSavings },
  { icon: UsersRound, label: 'Saved recipients', to: paths.managePayments },
  { icon: Settings, label: 'Settings', to: paths.settings },
]

const look = 'flex min-h-12 w-full items-center gap-4 rounded px-2 text-left text-name hover:bg-brand-soft'

type MoreOptionsDialogProps = { onSignOut?: () => void; onClose: () => void }

/** 'More options' of Home and of the transactions: the other screens about the account. */
export function MoreOptionsDialog({ onSignOut, onClose }: MoreOptionsDialogProps) {
  const { pathname } = useLocation()
  const others = ways.filter(({ to }) => to !== pathname)
  return (
    <Dialog open onOpenChange={onClose} title="More options">
      <ul className="-mx-2">
        {others.map(({ icon: Icon, label, to }) => (
          <li key={to}>
            <Link to={to} onClick={onClose} className={look}>
              <Icon aria-hidden className="size-5 text-brand" />
              <span className="flex-1">{label}</span>
              <ChevronRight aria-hidden className="size-5 text-muted" />
            </Link>
          </li>
        ))}
        {onSignOut && (
          <li className="mt-1 border-t border-line pt-1">
            <button type="button" onClick={onSignOut} className={look}>
              <LogOut aria-hidden className="size-5 text-brand" />
              Sign Out
            </button>
          </li>
        )}
      </ul>
    </Dialog>
  )
}
