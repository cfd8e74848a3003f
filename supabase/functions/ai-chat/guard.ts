/** What the bank never says. A model's answer that has one of these does not reach the customer. */
const forbidden = [
  // Asks for a secret.
  /\b(?:tell|give|send|enter|type|share|confirm|provide|what(?:'s| is)|need|reply with|verify|read out)\b[^.!?\n]{0,40}\b(?:your|the)\b[^.!?\n]{0,30}\b(?:pin|passcode|password|security code|one.time code|code|cvv|card number|long number|login)\b/i,
  /\b(?:your|the) (?:pin|passcode|password|cvv|full card number|long card number|one.time code|security code)[^.!?\n]{0,20}(?:please|\?)/i,
  // Tells the customer where to pay, or to move money.
  /\b\d{2}[- ]\d{2}[- ]\d{2}\b|\b\d{8}\b/,
  /\b(?:move|transfer|send|pay)\b[^.!?\n]{0,40}\b(?:safe|secure|new|holding|another|following|this) (?:account|address|wallet)\b/i,
  /\b(?:move|transfer|withdraw|send)\b[^.!?\n]{0,20}\b(?:your|all your|the) (?:money|savings|funds|balance)\b/i,
  // Says that the bank has done what an assistant cannot do.
  /\b(?:I|we|the bank|our team|fernbank)(?:'ve| have| has| just| already)*\s+(?:now |just |already |successfully )*(?:frozen|froze|blocked|cancelled|canceled|refunded|reversed|transferred|moved|paid|sent|ordered|changed|updated|closed|opened|unfrozen|unblocked|increased|approved|removed|stopped|reset|credited|issued|unlocked|locked|recalled)\b/i,
  /\b(?:I|we)(?:'ll| will| am going to| are going to) (?:now |immediately )?(?:freeze|block|cancel|refund|reverse|transfer|move|pay|send|order|change|update|close|increase|approve|stop|reset|credit|issue|unlock|recall|return)\b/i,
  /\b(?:your|the) (?:card|account|payment|money|transfer|refund|pin|limit|address)\b[^.!?\n]{0,30}\b(?:has|have) been (?:\w+ )?(?:frozen|blocked|cancelled|canceled|refunded|reversed|transferred|moved|changed|updated|closed|unfrozen|increased|approved|reset|credited|issued|unlocked|recalled|returned)\b/i,
  /\b(?:you(?:'ll| will) (?:get|receive|be given)|we guarantee|I (?:promise|guarantee))\b[^.!?\n]{0,40}\b(?:refund|compensation|money|back|£)/i,
  // A link or an address. Buttons lead to the bank's own screens.
  /https?:|www\.|\b[\w-]+\.(?:com|net|org|io|info|biz|co|uk|ru|xyz|app|link|me|shop|online|site)\b|\S@\S/i,
]

/** The numbers that a customer may be given. */
const knownNumbers = new Set(['999', '111', '159', '116123'])

/** Whether a model's answer may reach the customer. */
export function isSafe(answer: string): boolean {
  // Advice against it has the same words: only what is advised against is left out, up to the end of its clause.
  const claims = plain(answer).replace(advisedAgainst, adviceOnly)
  return !forbidden.some((words) => words.test(claims)) && !hasOtherNumber(answer)
}

const advisedAgainst =
  /\b(?:never|don't|do not|won't|will not|can't|cannot|no one|nobody)(?: (?:ever|please|will|would|should|can|need to|needs to|has to|have to|know|ask you to|asks you to))* (?:tell|give|send|enter|type|share|confirm|provide|verify|read out|ask|asks|move|transfer|withdraw|pay|your)\b[^.!?\n,;:]*/gi

/** A sentence of advice has no numbers or links to take out of sight. */
function adviceOnly(sentence: string): string {
  return /\d{2}|https?:|www\.|@|\bbut\b|\bexcept\b|\bunless\b|\bplease\b/i.test(sentence) ? sentence : ''
}

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[’‘`´]/g, "'")
    .replace(/\s+/g, ' ')

/** Amounts, dates, times and the four digits of a card are no phone numbers. */
function hasOtherNumber(answer: string): boolean {
  const numbers = answer.normalize('NFKC').match(/(?<![£\d.,])\+?\d(?:[ ()-]*\d){2,}/g) ?? []
  return numbers.some((number) => {
    const digits = number.replace(/\D/g, '')
    return digits.length >= 7 && !knownNumbers.has(digits) && !/^(?:0?\d|[12]\d|3[01])? ?(?:19|20)\d\d/.test(number)
  })
}
