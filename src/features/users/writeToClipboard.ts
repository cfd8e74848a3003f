/**
 * Copies a text that is still on its way. Safari only lets a press copy that hands it over at once, which a promise in a
 * ClipboardItem is; older browsers wait for the text.
 */
export async function writeToClipboard(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text)
  const blob = text.then((value) => new Blob([value], { type: 'text/plain' }))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}
