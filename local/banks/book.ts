import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Payment } from './behaviours'
import type { BankMessage } from './sendToFernbank'

/** A payment as the other banks know it. */
export type Entry = Payment & {
  /** From the view of the other banks. */
  direction: 'sent' | 'received'
  status: 'accepted' | 'rejected'
  reason: string | null
  /** In milliseconds since 1970, as the others. */
  downUntil: number
  bookedAt: number
  messageId: string
  /** The message that it was in, as it was sent. */
  message: unknown
  /** Of a received message. */
  signature: string | null
  returned: BankMessage | null
}

/** Beside the data folder: the other banks keep their book when the data of the stack is restored. */
export const bookFileOf = (dataDir: string) => `${dataDir}-other-banks.json`

export const removeBook = (dataDir: string) => rmSync(bookFileOf(dataDir), { force: true })

// Only this file writes it.
const savedSchema = z.array(z.tuple([z.string(), z.custom<Entry>()]))

/** Without a file the book ends with the process. */
export function openBook(file?: string) {
  const entries = new Map(
    file !== undefined && existsSync(file) ? savedSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : [],
  )
  const save = () => {
    if (file === undefined) return
    // A full disk must not leave a half of the book.
    writeFileSync(`${file}.new`, JSON.stringify([...entries]))
    renameSync(`${file}.new`, file)
  }
  return {
    get: (paymentId: string) => entries.get(paymentId),
    all: () => [...entries.values()],
    add(entry: Entry): Entry {
      entries.set(entry.paymentId, entry)
      save()
      return entry
    },
    markReturned(paymentId: string, message: BankMessage): void {
      const entry = entries.get(paymentId)
      if (entry) entry.returned = message
      save()
    },
  }
}
