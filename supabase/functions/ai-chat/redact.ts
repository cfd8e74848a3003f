const cardNumber = /\b(?:\d{4}[ -]?){3}\d{1,7}\b|\b\d{13,19}\b/g
const secretWord = /\b(?:pin|password|passcode)s?(?![a-z])/i
/** A PIN has 5 digits and the password made from it 6. Amounts and sort codes do not match. */
const secretDigits = /(?<![\d£]|\d[.,-])\d{5,6}(?!\d|[.,-]\d)/g
const onlySecretDigits = /^\s*\d{5}\s*$/

/** Removes PINs, passwords and card numbers from a customer's message. */
export function redact(text: string): string {
  const withoutCards = text.replace(cardNumber, '[card number removed]')
  return secretWord.test(withoutCards) || onlySecretDigits.test(withoutCards)
    ? withoutCards.replace(secretDigits, '[removed]')
    : withoutCards
}
