import { createContext, type ReactNode } from 'react'

/** What a screen shows with a transaction that is pending, in its row and in its details. */
export const PendingPart = createContext<(id: string) => ReactNode>(() => null)
