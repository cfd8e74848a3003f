import { list, nullable, object, oneOf, text } from '@/lib/json'
import type { CheckAnswer } from './payeeCheck'
import { paymentReasons, warningRules, type PaymentReason, type WarningRule } from './warnings'

/** What the customer has chosen and read before a payment. The server stores it as evidence. */
export type PaymentTerms = {
  checkId: string | null
  reason: PaymentReason | null
  /** The rules whose warning is ticked. */
  warnings: WarningRule[]
  warnedAt: string | null
}

export const noTerms: PaymentTerms = { checkId: null, reason: null, warnings: [], warnedAt: null }

export const readTerms = object<PaymentTerms>({
  checkId: nullable(text),
  reason: nullable(oneOf(...paymentReasons.map(({ value }) => value))),
  warnings: list(oneOf(...warningRules)),
  warnedAt: nullable(text),
})

/** What the customer must answer before the server takes the payment. Nothing is paid until then. */
export type Question =
  { kind: 'warnings'; rules: WarningRule[]; askedAt: string } | { kind: 'name'; answer: CheckAnswer }
