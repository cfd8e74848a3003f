/**
 * Copies a text that is still loading. Safari requires the clipboard call directly in the click handler, which a promise in
 * a ClipboardItem allows. Older browsers await the text.
 */
export async function writeToClipboard(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text)
  const blob = text.then((value) => new Blob([value], { type: 'text/plain' }))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}
