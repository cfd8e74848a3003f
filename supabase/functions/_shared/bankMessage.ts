import { z } from 'npm:zod@4.6.7'
import { textUpTo } from './textUpTo.ts'

const sortCode = z.string().regex(/^[0-9]{2}-[0-9]{2}-[0-9]{2}$/)
const accountNumber = z.string().regex(/^[0-9]{8}$/)
// Not longer than what the database stores of it, and without the character that Postgres cannot store.
const name = textUpTo(140).refine((text) => !text.includes('\0'))
const reference = name.nullable()
/** In pounds, always with pence: '12.34'. */
const amount = z.string().regex(/^(0|[1-9][0-9]{0,7})[.][0-9]{2}$/)
/** A reason code of ISO 20022, such as AC01. */
const reason = z.string().regex(/^[A-Z]{2}[A-Z0-9]{2}$/)
const party = z.strictObject({ name, sortCode, accountNumber })
const base = { id: z.uuid(), paymentId: z.uuid() }
/** Postgres reads no year 0, no offset of 16 hours, and no long fraction of a second. */
const moment = z.iso.datetime({ offset: true }).regex(/^[12][^.]*([.][0-9]{1,9})?(Z|[+-](0[0-9]|1[0-5]):[0-5][0-9])$/)
/** Where a page of a statement ends. */
const place = z.strictObject({ at: moment, id: z.uuid() })

// pacs.008: one message has many payments.
const paymentSchema = z.strictObject({
  id: base.id,
  type: z.literal('payment'),
  payments: z
    .array(z.strictObject({ paymentId: base.paymentId, amount, payer: party, payee: party, reference, madeAt: moment }))
    .min(1)
    .max(50)
    // Postgres reads the letters of an id in either case.
    .refine((list) => new Set(list.map(({ paymentId }) => paymentId.toLowerCase())).size === list.length),
})
// pacs.004
const returnSchema = z.strictObject({ ...base, type: z.literal('return'), amount, reason })

/** A message between banks, in plain English for the messages of ISO 20022. */
export const bankMessageSchema = z.discriminatedUnion('type', [
  paymentSchema,
  // pacs.002
  z.strictObject({
    ...base,
    type: z.literal('payment-status'),
    status: z.enum(['accepted', 'rejected', 'pending']),
    reason: reason.nullable(),
  }),
  // pacs.028
  z.strictObject({ ...base, type: z.literal('status-request') }),
  returnSchema,
  // camt.056
  z.strictObject({ ...base, type: z.literal('recall'), reason: z.enum(['mistake', 'fraud']) }),
  // camt.029
  z.strictObject({ ...base, type: z.literal('recall-answer'), status: z.enum(['agreed', 'refused']) }),
  // acmt.023
  z.strictObject({
    id: base.id,
    type: z.literal('name-check'),
    name,
    sortCode,
    accountNumber,
    accountType: z.enum(['personal', 'business']).nullable(),
  }),
  // camt.060
  z.strictObject({ id: base.id, type: z.literal('statement-request'), since: moment, after: place.nullable() }),
])

const about = { about: z.uuid() }

/** A payment as the answering bank has it: what it sent, or received. */
const statementEntrySchema = z.strictObject({
  paymentId: z.uuid(),
  direction: z.enum(['sent', 'received']),
  amount,
  state: z.enum(['sent', 'accepted', 'rejected', 'returning', 'returned']),
  place,
  /** The message that it was in. Null when the bank no longer has it. */
  messageId: z.uuid().nullable(),
  return: returnSchema.nullable(),
})
export type StatementEntry = z.infer<typeof statementEntrySchema>
export type PaymentMessage = z.infer<typeof paymentSchema>

const status = {
  paymentId: z.uuid(),
  status: z.enum(['accepted', 'rejected', 'pending', 'unknown']),
  reason: reason.nullable(),
}

/** What a bank answers to a message. */
export const bankAnswerSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...about, type: z.literal('payment-status'), ...status }),
  z.strictObject({ ...about, type: z.literal('payment-statuses'), payments: z.array(z.strictObject(status)).max(50) }),
  z.strictObject({
    ...about,
    type: z.literal('return-status'),
    paymentId: z.uuid(),
    status: z.enum(['accepted', 'rejected']),
    reason: reason.nullable(),
  }),
  z.strictObject({
    ...about,
    type: z.literal('recall-answer'),
    paymentId: z.uuid(),
    status: z.enum(['agreed', 'refused', 'pending']),
  }),
  // acmt.024
  z.strictObject({
    ...about,
    type: z.literal('name-check-answer'),
    outcome: z.enum(['match', 'close_match', 'no_match', 'wrong_type', 'not_found', 'unavailable']),
    name: name.nullable(),
  }),
  // Unexpected: it did not fit what the answering bank knows, and changed nothing.
  z.strictObject({ ...about, type: z.literal('received'), status: z.literal('unexpected').optional() }),
  // camt.053
  z.strictObject({
    ...about,
    type: z.literal('statement'),
    entries: z.array(statementEntrySchema).max(100),
    /** The messages of the entries. A message that the answering bank received has its signature. */
    messages: z.array(z.strictObject({ message: paymentSchema, signature: z.string().max(1000).nullable() })).max(100),
    next: place.nullable(),
  }),
])

export type BankAnswer = z.infer<typeof bankAnswerSchema>
