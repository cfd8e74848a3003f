const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
const londonTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/London',
})

/** 1234.56 → '£1,234.56'. */
export function inPounds(amount: number): string {
  return pounds.format(amount)
}

/** '21 November 2026 at 14:05', London time. */
export function inLondon(at: string | Date): string {
  return londonTime.format(new Date(at))
}

/** '040075' → '04-00-75'. */
export function inSortCodeForm(sortCode: string): string {
  return sortCode.replace(/\D/g, '').replace(/(..)(..)(..)/, '$1-$2-$3')
}

/** Shows the last four digits: enough to recognise the account. */
export function maskedNumber(accountNumber: string): string {
  return `••••${accountNumber.slice(-4)}`
}
