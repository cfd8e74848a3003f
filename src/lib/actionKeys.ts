import { useEffect, useEffectEvent } from 'react'

/** A key of a screen of staff: the handler reads it, and so does the list that '?' opens. */
export type ActionKey<Action extends string> = {
  action: Action
  /** As a list of keys shows it. */
  keys: readonly string[]
  does: string
  /** `KeyboardEvent.code`, which does not change with the layout or with Alt. */
  code: string
  modifier: 'alt' | 'ctrlOrCmd' | null
}

type Pressed = Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** What this key does on the screen. Null: nothing. */
export function actionOf<Action extends string>(
  keys: readonly ActionKey<Action>[],
  { code, altKey, ctrlKey, metaKey, shiftKey }: Pressed,
): Action | null {
  if (shiftKey) return null
  const isCtrlOrCmd = ctrlKey || metaKey
  const modifier = altKey && !isCtrlOrCmd ? 'alt' : isCtrlOrCmd && !altKey ? 'ctrlOrCmd' : null
  if (modifier === null && (altKey || isCtrlOrCmd)) return null
  return keys.find((key) => key.code === code && key.modifier === modifier)?.action ?? null
}

/** Runs the actions of a screen's keys. An action that has nothing to do now is left out. */
export function useActionKeys<Action extends string>(
  keys: readonly ActionKey<Action>[],
  actions: Partial<Record<Action, () => void>>,
) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    // A menu or a dialog has used the key, or would.
    if (event.defaultPrevented || event.isComposing || document.querySelector('[role="dialog"]') !== null) return
    const action = actionOf(keys, event)
    const run = action === null ? undefined : actions[action]
    if (run === undefined) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [])
}
