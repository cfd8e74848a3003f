// Formatted by hand: the first Intl formatter of a page blocks a phone for a tenth of a second.

/** 1234 → '1,234'. */
export function formatCount(count: number): string {
  return groupThousands(String(count))
}

/** '1 row', '1,234 rows'. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** '1234.5' → '1,234.5'. */
export function groupThousands(number: string): string {
  const [whole = '', ...decimals] = number.split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.')
}
