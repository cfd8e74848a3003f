/** The text of a file in UTF-8, UTF-16 or Windows-1252, without its byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second, third, fourth] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Without a mark: every second byte of English text is zero.
  if (second === 0 && fourth === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0 && third === 0) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
