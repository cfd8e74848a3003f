const minuteMs = 60_000

/** Which of the values of a cron field apply: all, each tenth, or a list. Null: a form that no job here uses. */
function valuesOf(field: string, count: number): number[] | null {
  const all = Array.from({ length: count }, (_, value) => value)
  if (field === '*') return all
  const step = /^\*\/(\d{1,2})$/.exec(field)?.[1]
  if (step !== undefined) return Number(step) > 0 ? all.filter((value) => value % Number(step) === 0) : null
  const values = /^\d{1,2}(,\d{1,2})*$/.test(field) ? field.split(',').map(Number) : []
  return values.length > 0 && values.every((value) => value < count) ? values : null
}

/** The minutes and hours (UTC) of a schedule of each day. */
function timesOf(schedule: string) {
  const [minute = '', hour = '', ...days] = schedule.trim().split(/\s+/)
  const minutes = valuesOf(minute, 60)
  const hours = valuesOf(hour, 24)
  return minutes !== null && hours !== null && days.join(' ') === '* * *' ? { minutes, hours } : null
}

/** The next run after this time. Null: every few seconds, or a schedule of another form. pg_cron counts in UTC. */
export function nextRun(schedule: string, after: Date): Date | null {
  const times = timesOf(schedule)
  if (times === null) return null
  const first = Math.floor(after.getTime() / minuteMs) + 1
  for (let minute = first; minute < first + 24 * 60; minute += 1) {
    const at = new Date(minute * minuteMs)
    if (times.minutes.includes(at.getUTCMinutes()) && times.hours.includes(at.getUTCHours())) return at
  }
  return null
}

/** 'Every 10 seconds', 'Every 10 minutes', 'Every day'; the schedule itself if it has another form. */
export function scheduleWords(schedule: string): string {
  if (/^\d+ seconds?$/.test(schedule)) return `Every ${schedule}`
  const times = timesOf(schedule)
  if (times === null) return schedule
  const { minutes, hours } = times
  // Also each few minutes of one hour: its runs of a day are one task.
  if (hours.length === 1) return 'Every day'
  if (hours.length < 24) return schedule
  if (minutes.length === 1) return 'Every hour'
  return minutes.length === 60 ? 'Every minute' : `Every ${60 / minutes.length} minutes`
}
