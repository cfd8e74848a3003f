import { useEffect, useEffectEvent } from 'react'

/** Alt+Down and Alt+Up select the next and the previous chat. */
export function useChatShortcuts(chatIds: string[], selectedId: string | null, onSelect: (chatId: string) => void) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (!event.altKey || step === 0 || chatIds.length === 0) return
    event.preventDefault()
    const place = chatIds.indexOf(selectedId ?? '')
    const next = place === -1 ? (step === 1 ? 0 : chatIds.length - 1) : place + step
    const chatId = chatIds[(next + chatIds.length) % chatIds.length]
    if (chatId !== undefined) onSelect(chatId)
  })
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [])
}
