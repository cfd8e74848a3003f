/** Replaces control characters and line breaks, so that text from users cannot add a mail header or another line. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/**
 * Text of a customer in a mail, on one line. Mail programs make links of web and email addresses in a text. An invisible space
 * in each keeps them from it: a link in a mail of the bank is the bank's.
 */
export function customerText(text: string): string {
  // 12.50 and 10:15 are not addresses.
  return oneLine(text).replace(/(?<!\d)[.:@。．｡](?=\S)|[.:@。．｡](?=[^\s\d])/g, '$&\u200b')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
