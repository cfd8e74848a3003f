/** The text of a body, or null if it is longer than this. Reads no more of it then. */
export async function readAtMost(bytes: number, body: ReadableStream<Uint8Array> | null): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.byteLength
    if (length > bytes) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
