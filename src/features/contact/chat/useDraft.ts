import { useState } from 'react'
import { draftStore } from '@/lib/storage'

/** The text of an input, stored for a reload. */
export function useDraft(name: string) {
  const [text, setText] = useState(() => {
    const kept = draftStore.read(name)
    return typeof kept === 'string' ? kept : ''
  })
  function change(next: string) {
    setText(next)
    if (next === '') draftStore.clear(name)
    else draftStore.write(name, next)
  }
  return [text, change] as const
}
