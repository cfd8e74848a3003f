import { brand } from '@/brand'
import { formatDay, londonDay, longMonthName } from '@/lib/dates'
import type { AccountHolder } from './accountHolder'

/** A document of one or two pages: paragraphs around facts. */
export type Letter = {
  title: string
  /** The day on which the bank wrote it ('YYYY-MM-DD'). Without it: the day on which it is created. */
  day?: string
  before: string[]
  facts: { name: string; value: string }[]
  after: string[]
}

/** Confirms that the customer has the account. `openedIn` is a month ('YYYY-MM'). */
export function proofOfAccount(account: AccountHolder, openedIn: string): Letter {
  return {
    title: 'Proof of account',
    before: [
      'To whom it may concern,',
      `We confirm that the person named below holds a current account with ${brand.name}.`,
    ],
    facts: [
      { name: 'Account holder', value: account.holderName },
      ...(account.address.length > 0 ? [{ name: 'Address', value: account.address.join(', ') }] : []),
      { name: 'Account type', value: 'Personal current account in pounds sterling' },
      { name: 'Sort code', value: account.sortCode },
      { name: 'Account number', value: account.accountNumber },
      { name: 'Open since', value: longMonthName(openedIn) },
    ],
    after: [
      'This letter says nothing about the balance. The account holder created it in the app from our records.',
      `Questions about this letter: ${brand.supportEmail}`,
      brand.name,
    ],
  }
}

export function letterFooter({ title }: Letter, now: Date): string {
  return `${brand.name}: ${title}. Created on ${formatDay(londonDay(now))}.`
}
