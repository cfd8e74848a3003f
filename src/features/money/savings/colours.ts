import type { Tint } from '@/components/Tinted'

/** The colours of savings accounts, with their names on screens. `savings_accounts_colour_check` in SQL is the same list. */
export const savingsColours = {
  green: 'Green',
  blue: 'Blue',
  purple: 'Purple',
  pink: 'Pink',
  orange: 'Orange',
  grey: 'Grey',
} as const

export type SavingsColour = keyof typeof savingsColours

export const tintOf: Record<SavingsColour, Tint> = {
  green: 'green',
  blue: 'blue',
  purple: 'violet',
  pink: 'rose',
  orange: 'amber',
  grey: 'grey',
}

const isColour = (text: string | null): text is SavingsColour => text !== null && Object.hasOwn(savingsColours, text)

/** A colour from the server or a form; green for one that this version does not know. */
export const toColour = (text: string | null): SavingsColour => (isColour(text) ? text : 'green')
