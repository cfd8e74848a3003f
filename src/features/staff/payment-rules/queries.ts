import { queryOptions } from '@tanstack/react-query'
import { approvalQueries } from '@/features/staff/approvals/queries'
import { boolean, list, nullable, number, object, oneOf, text } from '@/lib/json'
import { pounds } from '@/lib/money'
import { required } from '@/lib/required'
import { supabase } from '@/lib/supabase'
import { ruleActions, ruleNames } from './rules'

const readRules = list(
  object({ name: oneOf(...ruleNames), action: oneOf(...ruleActions), threshold: nullable(number), active: boolean }),
)

const readFigures = object({
  warned: number,
  warned_pounds: pounds,
  reviewed: number,
  reviewed_pounds: pounds,
  scams: number,
  scam_pounds: pounds,
  regular: number,
})
/** What a set of rules does with the tried payments. Sums in pence. */
export type Figures = NonNullable<ReturnType<typeof readFigures>>

const readResult = object({
  since: text,
  until: text,
  payments: number,
  tried: number,
  scams: number,
  before: readFigures,
  after: readFigures,
})
/** A sample was tried if `tried` is below `payments`. */
export type TrialResult = NonNullable<ReturnType<typeof readResult>>

const readTrial = object({ id: text, result: readResult })
export type Trial = NonNullable<ReturnType<typeof readTrial>>

const readCurrent = object({
  rules: readRules,
  waiting: nullable(
    object({
      id: text,
      asked_by_name: nullable(text),
      asked_at: text,
      reason: text,
      problem: nullable(oneOf('changed', 'asker')),
      before: readRules,
      after: readRules,
      result: readResult,
    }),
  ),
})
export type WaitingChange = NonNullable<NonNullable<ReturnType<typeof readCurrent>>['waiting']>

export const ruleQueries = {
  /** Refetched with the approvals: an approved request changes the rules. */
  current: () =>
    queryOptions({
      queryKey: [...approvalQueries.all, 'rules'],
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('get_payment_rules').abortSignal(signal).throwOnError()
        return required(readCurrent(data))
      },
    }),
}

export function toTrial(json: unknown): Trial {
  return required(readTrial(json))
}
