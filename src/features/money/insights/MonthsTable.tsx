import { longMonthName } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { insightsCopy } from './copy'
import { kinds } from './kinds'
import type { MonthFigures } from './queries'

/** The figures of the chart as a table. */
export function MonthsTable({ months }: { months: MonthFigures[] }) {
  return (
    <table>
      <caption>{insightsCopy.chart}</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          {kinds.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.month}>
            <th scope="row">{longMonthName(month.month)}</th>
            {kinds.map(({ key }) => (
              <td key={key}>{formatPence(month[key])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
