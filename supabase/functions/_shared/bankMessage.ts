import { z } from 'npm:zod@4.6.7'

const sortCode = z.string().regex(/^[0-9]{2}-[0-9]{2}-[0-9]{2}$/)
const accountNumber = z.string().regex(/^[0-9]{8}$/)
// Not longer than what the database stores of it, and without the character that Postgres cannot store.
const name = z
  .string()
  .min(1)
  .max(140)
  .refine((text) => !text.includes('\0'))
const reference = name.max(140).nullable()
/** In pounds, always with pence: '12.34'. */
const amount = z.string().regex(/^(0|[1-9][0-9]{0,7})[.][0-9]{2}$/)
/** A reason code of ISO 20022, such as AC01. */
const reason = z.string().regex(/^[A-Z]{2}[A-Z0-9]{2}$/)
const party = z.strictObject({ name, sortCode, accountNumber })
const base = { id: z.uuid(), paymentId: z.uuid() }

/** A message between banks, in plain English for the messages of ISO 20022. */
export const bankMessageSchema = z.discriminatedUnion('type', [
  // pacs.008
  z.strictObject({
    ...base,
    type: z.literal('payment'),
    amount,
    payer: party,
    payee: party,
    reference,
    madeAt: z.iso.datetime({ offset: true }),
  }),
  // pacs.002
  z.strictObject({
    ...base,
    type: z.literal('payment-status'),
    status: z.enum(['accepted', 'rejected', 'pending']),
    reason: reason.nullable(),
  }),
  // pacs.028
  z.strictObject({ ...base, type: z.literal('status-request') }),
  // pacs.004
  z.strictObject({ ...base, type: z.literal('return'), amount, reason }),
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
  // Only between the cells of one bank
  z.strictObject({ id: base.id, type: z.literal('find-customer'), email: z.string().min(3).max(320) }),
])

const about = { about: z.uuid() }

/** What a bank answers to a message. */
export const bankAnswerSchema = z.discriminatedUnion('type', [
  z.strictObject({
    ...about,
    type: z.literal('payment-status'),
    paymentId: z.uuid(),
    status: z.enum(['accepted', 'rejected', 'pending', 'unknown']),
    reason: reason.nullable(),
  }),
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
  z.strictObject({ ...about, type: z.literal('received') }),
])

export type BankAnswer = z.infer<typeof bankAnswerSchema>
