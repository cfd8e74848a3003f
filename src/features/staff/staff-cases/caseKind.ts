import type { ReactNode } from 'react'
import type { Fact } from '@/components/Facts'
import type { Reader } from '@/lib/json'
import { required } from '@/lib/required'
import type { StaffCase } from './queries'

type Words = {
  decisions: Readonly<Record<string, string | undefined>>
  /** What lets the clock stop while the customer is asked. It runs on without. */
  stopsClock?: string
  /** The customer must not learn of it, so nobody asks them. */
  isKeptFromCustomer?: true
}

type Look = { now: Date; linksPayment: boolean }

/** The parts of the page of a case that its kind has. */
export type CaseView = {
  facts: Fact[]
  /** Below the facts. */
  note?: ReactNode
  /** With what is decided. */
  ground?: string | null
  /** The buttons of an open case. */
  actions?: ReactNode
  /** The buttons of a decided one. */
  afterwards?: ReactNode
  /** The cards below the facts. */
  cards?: ReactNode
}

export type CaseKind = Words & { open: (shown: StaffCase) => (look: Look) => CaseView }

/** A kind of case: its words, how its facts are read, and what the page shows of them. */
export function caseKind<Facts>({
  read,
  view,
  ...words
}: Words & { read: Reader<Facts>; view: (facts: Facts, look: Look & { shown: StaffCase }) => CaseView }): CaseKind {
  return {
    ...words,
    open: (shown) => {
      const facts = required(read(shown.facts))
      return (look) => view(facts, { ...look, shown })
    },
  }
}
