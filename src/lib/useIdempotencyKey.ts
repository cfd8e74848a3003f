import { useRef } from 'react'

/** The idempotency keys of a form: a retry with the same content gets the same key, until the server has confirmed it. */
export function useIdempotencyKey() {
  const sent = useRef<{ content: string; key: string } | null>(null)
  return {
    keyFor: (values: object): string => {
      const content = JSON.stringify(values)
      if (sent.current?.content !== content) sent.current = { content, key: crypto.randomUUID() }
      return sent.current.key
    },
    confirm: () => {
      sent.current = null
    },
  }
}
