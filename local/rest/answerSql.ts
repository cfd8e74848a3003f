import type { Format } from './restRequest'

/** Wraps a select statement so that it returns the one row that `AnswerRow` describes. */
export function answerSql(
  rows: string,
  options: {
    with?: string[]
    /** What the answer holds of each row: all columns, or the single value that a function returned. */
    value?: 'row' | 'scalar'
    singular: boolean
    format: Format
    total?: string | null
    inserted?: string
  },
): string {
  const value = options.value === 'scalar' ? 'pgrst_answer.pgrst_scalar' : 'pgrst_answer'
  const list = options.format.stripNulls ? `json_strip_nulls(json_agg(${value}))` : `json_agg(${value})`
  const body = options.singular ? `coalesce((${list}->0)::text, 'null')` : `coalesce(${list}::text, '[]')`
  return `${options.with ? `with ${options.with.join(', ')} ` : ''}select
    ${options.total ?? 'null'} as total,
    count(*) as page_total,
    ${body} as body,
    ${options.inserted ?? 'null'} as inserted
    from (${rows}) as pgrst_answer`
}
