import { useEffect } from 'react'
import { hasOpenDialog, isField } from './useStaffKeys'

/** What opens the record of a row. */
const opener = '[data-opens]'
const row = 'tr, li'
const control = 'a, button, input, label, select, textarea, summary, [role="switch"]'

/** In staff lists, J and K move to the next and the previous row, and a click anywhere on a row opens it. */
export function useRowKeys() {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
      if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || isField(event.target) || hasOpenDialog()) return
      const openers = [...document.querySelectorAll<HTMLElement>(`main ${opener}`)].filter(
        (one) => one.checkVisibility?.() ?? true,
      )
      const from = document.activeElement?.closest(row) ?? document.querySelector('main [aria-current="true"]')
      const place = openers.findIndex((one) => from?.contains(one))
      const next = openers[place < 0 ? (step > 0 ? 0 : openers.length - 1) : place + step]
      if (next === undefined) return
      event.preventDefault()
      next.focus()
      next.scrollIntoView({ block: 'nearest' })
    }
    const handleClick = ({ target, button, defaultPrevented }: MouseEvent) => {
      if (!(target instanceof Element) || button !== 0 || defaultPrevented || target.closest(control) !== null) return
      // Marking text is not a click.
      if (document.getSelection()?.isCollapsed === false) return
      target.closest(row)?.querySelector<HTMLElement>(opener)?.click()
    }
    window.addEventListener('keydown', handleKeyDown)
    document.addEventListener('click', handleClick)
    return () => {
      window.removeEventListener('keydown', handleKeyDown)
      document.removeEventListener('click', handleClick)
    }
  }, [])
}
