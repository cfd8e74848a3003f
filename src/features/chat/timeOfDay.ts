const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' })

/** '14:05', London time. */
export function timeOfDay(at: string): string {
  return format.format(new Date(at))
}
