/** Hands a text, whose parts follow each other, to the browser as a download. */
export function saveFile(name: string, type: string, parts: string[]) {
  const url = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers begin to read only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
