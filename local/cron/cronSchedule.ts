import { Cron } from 'croner'

export type CronSchedule = { everySeconds: number } | { matches(time: Date): boolean }

/** Reads a pg_cron schedule: five fields in UTC, or "30 seconds". Throws when it is invalid. */
export function readCronSchedule(text: string): CronSchedule {
  const seconds = /^([1-9]|[1-5]\d)\s+seconds?$/.exec(text.trim())
  return seconds ? { everySeconds: Number(seconds[1]) } : { matches: readFields(text.trim()) }
}

function readFields(text: string): (time: Date) => boolean {
  try {
    // pg_cron accepts `10/20`, which croner calls a sloppy range.
    const cron = new Cron(text, { timezone: 'UTC', mode: '5-part', sloppyRanges: true, paused: true })
    // Five fields match only the first second of a minute.
    return (time) => cron.match(new Date(Math.floor(time.getTime() / 60_000) * 60_000))
  } catch (cause) {
    throw new Error(`invalid schedule: ${text}`, { cause })
  }
}
