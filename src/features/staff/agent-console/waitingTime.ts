import { countOf } from '@/lib/numbers'

/** 'less than a minute', '1 minute', '12 minutes', '2 hours'. A device clock that is behind gives 'less than a minute'. */
export function waitingTime(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  if (minutes === 0) return 'less than a minute'
  return minutes < 60 ? countOf(minutes, 'minute') : countOf(Math.floor(minutes / 60), 'hour')
}
