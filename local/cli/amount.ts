/** What is wrong with an amount that a command was given; null if nothing is. */
export function problemOfAmount(text: string): string | null {
  return /^\d{1,7}([.]\d{1,2})?$/.test(text) && Number(text) > 0
    ? null
    : `${text} is not an amount. Write pounds and pence, such as 25.00.`
}
