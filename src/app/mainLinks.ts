import { ArrowLeftRight, ChartColumn, CreditCard, House, List, MessageCircle, type LucideIcon } from 'lucide-react'
import { paths } from '@/lib/paths'

type MainLink = {
  to: string
  icon: LucideIcon
  label: string
  /** The shorter label in the tab bar of phones. Without it, the link is only in the side navigation of desktops. */
  tab?: string
}

/** The app's navigation. */
export const mainLinks: MainLink[] = [
  { to: paths.home, icon: House, label: 'Home', tab: 'Home' },
  { to: paths.payTransfer, icon: ArrowLeftRight, label: 'Pay & Transfer', tab: 'Pay' },
  { to: paths.transactions, icon: List, label: 'Transactions', tab: 'Activity' },
  { to: paths.cards, icon: CreditCard, label: 'Cards', tab: 'Cards' },
  { to: paths.insights, icon: ChartColumn, label: 'Insights' },
  { to: paths.more, icon: MessageCircle, label: 'Support', tab: 'Support' },
]
