import { createContext, type ReactNode } from 'react'
import type { Transaction } from './queries'

/** What a screen shows with a transaction that is pending, in its row and in its details. */
export const PendingPart = createContext<(id: string) => ReactNode>(() => null)

/** What a screen shows above the details of a transaction that another bank takes part in. */
export const BankPart = createContext<(transaction: Transaction) => ReactNode>(() => null)
