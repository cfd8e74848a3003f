const fields = [
  { name: 'minute', lowest: 0, highest: 59 },
  { name: 'hour', lowest: 0, highest: 23 },
  { name: 'day', lowest: 1, highest: 31 },
  { name: 'month', lowest: 1, highest: 12 },
  // Sunday is 0 and 7.
  { name: 'weekday', lowest: 0, highest: 7 },
] as const

export type CronSchedule = { everySeconds: number } | { matches(time: Date): boolean }

/** Reads what pg_cron takes: five fields in UTC, or "30 seconds". Throws when it is neither. */
export function readCronSchedule(text: string): CronSchedule {
  const seconds = /^([1-9]|[1-5]\d)\s+seconds?$/.exec(text.trim())
  if (seconds) return { everySeconds: Number(seconds[1]) }

  const parts = text.trim().split(/\s+/)
  if (parts.length !== fields.length) throw new Error(`invalid schedule: ${text}`)
  const [minutes, hours, days, months, weekdays] = fields.map((field, index) => readField(parts[index] ?? '', field))
  if (!minutes || !hours || !days || !months || !weekdays) throw new Error(`invalid schedule: ${text}`)
  if (weekdays.has(7)) weekdays.add(0)
  const isAnyDay = parts[2]?.startsWith('*')
  const isAnyWeekday = parts[4]?.startsWith('*')

  return {
    matches(time) {
      const isDay = days.has(time.getUTCDate())
      const isWeekday = weekdays.has(time.getUTCDay())
      return (
        minutes.has(time.getUTCMinutes()) &&
        hours.has(time.getUTCHours()) &&
        months.has(time.getUTCMonth() + 1) &&
        // When both are restricted, either is enough: an old custom of cron.
        (isAnyDay || isAnyWeekday ? isDay && isWeekday : isDay || isWeekday)
      )
    },
  }
}

function readField(text: string, { name, lowest, highest }: (typeof fields)[number]): Set<number> {
  const values = new Set<number>()
  for (const item of text.split(',')) {
    const match = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(item)
    if (!match) throw new Error(`invalid ${name} in a schedule: ${text}`)
    const from = Number(match[1] ?? lowest)
    const until = Number(match[2] ?? (match[1] === undefined || match[3] !== undefined ? highest : from))
    const step = Number(match[3] ?? 1)
    if (from < lowest || until > highest || from > until || step < 1)
      throw new Error(`invalid ${name} in a schedule: ${text}`)
    for (let value = from; value <= until; value += step) values.add(value)
  }
  return values
}
