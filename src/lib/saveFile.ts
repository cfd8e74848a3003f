/** Downloads a file that consists of these parts. */
export function saveFile(name: string, type: string, parts: BlobPart[]) {
  const url = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers start reading only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
