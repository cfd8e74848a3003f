import type { TableRow } from './apiAnswers'

/** The switches of a card, all on. */
export const cardSwitches = { online: true, contactless: true, cash: true, abroad: true }

/** A card as the server sends it. */
export function cardRow(change: Partial<TableRow<'cards'>> = {}) {
  return {
    id: '00000000-0000-4000-8000-0000000000c1',
    status: 'active',
    last_four: '2467',
    expires_on: '2040-12-31',
    ...cardSwitches,
    gambling_from: '2000-01-01T00:00:00+00:00',
    purchase_limit: 2500,
    daily_limit: 5000,
    ...change,
  }
}
