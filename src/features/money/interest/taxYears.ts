/** The year in which the tax year of a day ('YYYY-MM-DD') began. */
export function taxYearOf(day: string): number {
  const year = Number(day.slice(0, 4))
  return day.slice(5) < '04-06' ? year - 1 : year
}

/** 2026 → '2026/27'. */
export function taxYearName(taxYear: number): string {
  return `${taxYear}/${String((taxYear + 1) % 100).padStart(2, '0')}`
}

/** The next first of a month after a day ('YYYY-MM-DD'), on which interest is paid. */
export function nextPayday(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}
