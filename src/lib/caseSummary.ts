import { boolean, nullable, object, text } from './json'
import { pounds } from './money'

export const caseFields = {
  id: text,
  kind: text,
  customer_name: nullable(text),
  opened_at: text,
  due_at: text,
  stopped_at: nullable(text),
  has_question: boolean,
  amount: nullable(pounds),
  assigned_to: nullable(text),
  assigned_name: nullable(text),
  decision: nullable(text),
  decided_at: nullable(text),
  summary_due_at: nullable(text),
  subject: nullable(text),
  moves: nullable(text),
  news: nullable(text),
}

/** A case as each list of staff shows it. `amount` in pence. Here, so that what reads it works without a server. */
export const readCaseSummary = object(caseFields)
export type CaseSummary = NonNullable<ReturnType<typeof readCaseSummary>>
