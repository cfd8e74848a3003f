const cardNumber = /\b(?:\d{4}[ -]?){3}\d{1,7}\b|\b\d{13,19}\b/g
const secretWord = /\b(?:pin|password|passcode)s?(?![a-z])/i
/** A PIN has 5 digits, the password that belongs to it 6. Not what looks like an amount or a sort code. */
const secretDigits = /(?<![\d£]|\d[.,-])\d{5,6}(?!\d|[.,-]\d)/g
const onlySecretDigits = /^\s*\d{5}\s*$/

/** What a customer wrote, without the PIN, password or card number that should not be in it. */
export function redact(text: string): string {
  const withoutCards = text.replace(cardNumber, '[card number removed]')
  return secretWord.test(withoutCards) || onlySecretDigits.test(withoutCards)
    ? withoutCards.replace(secretDigits, '[removed]')
    : withoutCards
}
