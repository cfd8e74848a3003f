import { ChartColumn, ChevronRight, CreditCard, FileText, type LucideIcon, UsersRound } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Dialog } from '@/components/ui/Dialog'
import { paths } from '@/lib/paths'

const ways: { to: string; label: string; icon: LucideIcon }[] = [
  { to: paths.statements, label: 'Statements', icon: FileText },
  { to: paths.insights, label: 'Insights', icon: ChartColumn },
  { to: paths.cards, label: 'Cards', icon: CreditCard },
  { to: paths.managePayments, label: 'Saved recipients', icon: UsersRound },
]

/** 'More options' on the transactions screen. */
export function MoreOptionsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="More options">
      <ul className="-mx-2">
        {ways.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className="flex min-h-14 items-center gap-4 rounded px-2 hover:bg-brand-soft">
              <Icon aria-hidden className="size-5 shrink-0 text-brand" />
              <span className="min-w-0 flex-1 font-medium">{label}</span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
