import { useState } from 'react'
import { draftStore } from '@/lib/storage'

/** What is being typed; it survives a reload. */
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
