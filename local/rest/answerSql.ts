import type { Format } from './restRequest'

/** Turns a select statement into the one row that `AnswerRow` describes. */
export function answerSql(
  rows: string,
  options: {
    with?: string[]
    /** Of each row: the whole of it, or the one value that a function answered. */
    value?: 'row' | 'scalar'
    singular: boolean
    format: Format
    total?: string | null
    inserted?: string
    location?: string
  },
): string {
  const value = options.value === 'scalar' ? 'pgrst_answer.pgrst_scalar' : 'pgrst_answer'
  const list = options.format.stripNulls ? `json_strip_nulls(json_agg(${value}))` : `json_agg(${value})`
  const body = options.singular ? `coalesce((${list}->0)::text, 'null')` : `coalesce(${list}::text, '[]')`
  return `${options.with ? `with ${options.with.join(', ')} ` : ''}select
    ${options.total ?? 'null'} as total,
    count(*) as page_total,
    ${body} as body,
    nullif(current_setting('response.status', true), '') as response_status,
    nullif(current_setting('response.headers', true), '') as response_headers,
    ${options.inserted ?? 'null'} as inserted,
    ${options.location ?? 'null'} as location
    from (${rows}) as pgrst_answer`
}
