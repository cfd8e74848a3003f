import {
  ArrowLeftRight,
  Banknote,
  Clapperboard,
  Coins,
  Fuel,
  HeartPulse,
  House,
  PiggyBank,
  Receipt,
  ShoppingBag,
  ShoppingBasket,
  Smartphone,
  TrainFront,
  Undo2,
  Utensils,
  type LucideIcon,
} from 'lucide-react'
import type { Category } from './categories'
import { Tinted, type Tint } from '@/components/Tinted'

const looks: Record<Category, { icon: LucideIcon; tint: Tint }> = {
  groceries: { icon: ShoppingBasket, tint: 'green' },
  income: { icon: Banknote, tint: 'green' },
  food_and_drink: { icon: Utensils, tint: 'amber' },
  shopping: { icon: ShoppingBag, tint: 'rose' },
  transport: { icon: TrainFront, tint: 'blue' },
  refund: { icon: Undo2, tint: 'teal' },
  fuel: { icon: Fuel, tint: 'blue' },
  entertainment: { icon: Clapperboard, tint: 'violet' },
  bills: { icon: Receipt, tint: 'teal' },
  health: { icon: HeartPulse, tint: 'rose' },
  electronics: { icon: Smartphone, tint: 'violet' },
  rent: { icon: House, tint: 'amber' },
  savings: { icon: PiggyBank, tint: 'green' },
  payments: { icon: ArrowLeftRight, tint: 'blue' },
  cash: { icon: Coins, tint: 'amber' },
}

/** The icon of a category, at the start of a row. */
export function CategoryIcon({ category }: { category: Category }) {
  const { icon: Icon, tint } = looks[category]
  return (
    <Tinted tint={tint}>
      <Icon className="size-5" />
    </Tinted>
  )
}
