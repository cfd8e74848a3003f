import { nullable, object, text } from './json'
import { pounds } from './money'

/** A case beside its customer or its payment. `amount` in pence. Here, so that what reads it works without a server. */
export const readCaseSummary = object({
  id: text,
  kind: text,
  subject: nullable(text),
  amount: nullable(pounds),
  due_at: text,
  stopped_at: nullable(text),
  decision: nullable(text),
  decided_at: nullable(text),
  assigned_name: nullable(text),
  moves: nullable(text),
})
export type CaseSummary = NonNullable<ReturnType<typeof readCaseSummary>>
