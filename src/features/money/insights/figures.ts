import { groupThousands } from '@/lib/numbers'
import type { Insights } from './queries'

export type Direction = 'up' | 'down' | 'level'

/** The direction of a change. */
export function directionOf(change: number): Direction {
  return change > 0 ? 'up' : change < 0 ? 'down' : 'level'
}

/**
 * The change of spending against last month in percent, to one decimal. Null: no change at one decimal, or no spending
 * last month to compare with.
 */
export function spendingChange({ months: [thisMonth, lastMonth] }: Insights): number | null {
  if (lastMonth.spent === 0) return null
  const tenths = Math.round(((thisMonth.spent - lastMonth.spent) * 1000) / lastMonth.spent)
  return tenths === 0 ? null : tenths / 10
}

/** 12.34 → '12.3%', without the sign. */
export function formatPercent(value: number): string {
  const tenths = String(Math.round(Math.abs(value) * 10)).padStart(2, '0')
  return `${groupThousands(`${tenths.slice(0, -1)}.${tenths.slice(-1)}`)}%`
}

/** The two lines of a chart, in pence: a round amount of at least `highest`, and half of it. */
export function chartScale(highest: number): { top: number; half: number } {
  const poundsOf = 10 ** Math.max(2, Math.floor(Math.log10(Math.max(1, highest))))
  const top = [1, 2, 4, 6, 8, 10].map((step) => step * poundsOf).find((line) => line >= highest && line >= 200) ?? 200
  return { top, half: top / 2 }
}
