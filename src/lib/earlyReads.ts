type EarlyRead = { authorization: string; sentAt: number; response: Promise<Response> }

declare global {
  interface Window {
    /** What the script in the head of index.html has sent (build/headScript.js), by the address, and by the body of a call. */
    earlyReads?: Map<string, EarlyRead>
  }
}

/** A response that no query has used by then is out of date. */
const usableMs = 10_000

/** The response to an early read with this address, body and token, once. */
export function takeEarlyRead(
  url: string,
  { authorization, body }: { authorization: string; body: unknown },
): Promise<Response> | undefined {
  const key = typeof body === 'string' ? `${url} ${body}` : url
  const read = window.earlyReads?.get(key)
  window.earlyReads?.delete(key)
  const isUsable = read?.authorization === authorization && performance.now() - read.sentAt < usableMs
  return isUsable ? read.response : undefined
}
